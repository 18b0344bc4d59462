"""Reads the part of TOML that the data files use.

Tables, arrays of tables, bare and quoted keys, basic strings, integers, `true` and `false`, arrays over
several lines, inline tables and comments. Everything else is refused with its line.
"""

from .errors import DataError

BARE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


def read_toml(text, name="toml"):
    """The text as a dict; `name` is what errors call the file. Faults: `DataError` with the line."""
    reader = Reader(text, name)
    return reader.document()


class Reader:
    """A place in the text, moved on by each thing that is read."""

    def __init__(self, text, name):
        self.text = text.replace("\r\n", "\n")
        self.name = name
        self.at = 0

    def document(self):
        """The whole text: keys, then tables."""
        root = {}
        table = root
        while True:
            self.skip(" \t\n", comments=True)
            if self.at == len(self.text):
                return root
            if self.text.startswith("[[", self.at):
                table = self.array_table(root)
            elif self.peek() == "[":
                table = self.table(root)
            else:
                self.pair(table)
            self.line_end()

    def table(self, root):
        """`[name]`: a new table under that name."""
        self.expect("[")
        self.skip(" \t")
        key = self.key()
        self.skip(" \t")
        self.expect("]")
        if key in root:
            self.fail(f"table {key} is given twice")
        root[key] = {}
        return root[key]

    def array_table(self, root):
        """`[[name]]`: one more table in the list of that name."""
        self.expect("[[")
        self.skip(" \t")
        key = self.key()
        self.skip(" \t")
        self.expect("]]")
        tables = root.setdefault(key, [])
        if not (isinstance(tables, list) and all(isinstance(t, dict) for t in tables)):
            self.fail(f"{key} is no array of tables")
        tables.append({})
        return tables[-1]

    def pair(self, table):
        """`key = value` into `table`."""
        key = self.key()
        self.skip(" \t")
        self.expect("=")
        self.skip(" \t")
        value = self.value()
        if key in table:
            self.fail(f"key {key} is given twice")
        table[key] = value

    def key(self):
        """A bare or a quoted key."""
        if self.peek() == '"':
            return self.string()
        start = self.at
        while self.peek() and self.peek() in BARE:
            self.at += 1
        if start == self.at:
            self.fail("a key is missing")
        return self.text[start : self.at]

    def value(self):
        """A string, array, inline table, boolean or integer."""
        first = self.peek()
        if first == '"':
            return self.string()
        if first == "[":
            return self.array()
        if first == "{":
            return self.inline_table()
        start = self.at
        while self.peek() and self.peek() in BARE + "+.:":
            self.at += 1
        word = self.text[start : self.at]
        if word in ("true", "false"):
            return word == "true"
        digits = word[1:] if word[:1] in ("+", "-") else word
        is_number = digits and len(digits) <= 18 and all(d in "0123456789" for d in digits)
        if is_number and (digits == "0" or digits[0] != "0"):
            return int(word)
        return self.fail(f"{word or first or 'the end'} is no value that is understood here")

    def string(self):
        """`"text"`, with the escapes of `ESCAPES`."""
        self.expect('"')
        text = ""
        while True:
            letter = self.peek()
            if letter in ("", "\n"):
                self.fail("a string is not closed")
            self.at += 1
            if letter == '"':
                return text
            if letter == "\\":
                letter = ESCAPES.get(self.peek())
                if letter is None:
                    self.fail(f"escape \\{self.peek()} is not understood here")
                self.at += 1
            text += letter

    def array(self):
        """`[a, b]`, over lines and with comments, the last comma optional."""
        self.expect("[")
        items = []
        while True:
            self.skip(" \t\n", comments=True)
            if self.peek() == "]":
                self.at += 1
                return items
            items.append(self.value())
            self.skip(" \t\n", comments=True)
            if self.peek() != "]":
                self.expect(",")

    def inline_table(self):
        """`{ a = 1, b = 2 }` on one line."""
        self.expect("{")
        table = {}
        self.skip(" \t")
        if self.peek() == "}":
            self.at += 1
            return table
        while True:
            self.skip(" \t")
            self.pair(table)
            self.skip(" \t")
            if self.peek() == "}":
                self.at += 1
                return table
            self.expect(",")

    def peek(self):
        """The next letter, or nothing at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self, letters, comments=False):
        """Moves on over `letters`, and over comments if asked."""
        while self.peek():
            if comments and self.peek() == "#":
                while self.peek() not in ("", "\n"):
                    self.at += 1
            elif self.peek() in letters:
                self.at += 1
            else:
                return

    def expect(self, sign):
        """Moves on over `sign`, which must come now."""
        if not self.text.startswith(sign, self.at):
            found = self.peek()
            here = {"": "the end of the text", "\n": "the end of the line"}.get(found, found)
            self.fail(f"{sign} is expected, not {here}")
        self.at += len(sign)

    def line_end(self):
        """The rest of the line, on which only a comment may stand."""
        self.skip(" \t")
        if self.peek() == "#":
            while self.peek() not in ("", "\n"):
                self.at += 1
        if self.peek() not in ("", "\n"):
            self.fail(f"the end of the line is expected, not {self.peek()}")

    def fail(self, reason):
        """Raises what is wrong, with the line."""
        line = self.text.count("\n", 0, self.at) + 1
        raise DataError([f"{self.name}: line {line}: {reason}"])
