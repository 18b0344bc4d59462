// Plays and analyses: everything is asked of the server that the page came from.
async function ask(request) {
  at("error").textContent = "";
  document.body.style.cursor = "progress";
  try {
    const response = await fetch("/ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const answer = await response.json();
    if (answer.error !== undefined) {
      at("error").textContent = answer.error;
      return null;
    }
    return answer;
  } catch (failure) {
    at("error").textContent = `no answer: ${failure.message}`;
    return null;
  } finally {
    document.body.style.cursor = "";
  }
}

function show(table) {
  if (table === null) return;
  at("picture").innerHTML = table.svg;
  at("values").replaceChildren();
  at("position").textContent = table.position;
  at("title").textContent = table.names.map((name, seat) => `${seat} ${name} ${table.scores[seat]}`).join(", ");
  at("due").textContent = table.over
    ? `The game is over; seat ${table.ranking[0]} ${table.names[table.ranking[0]]} wins.`
    : table.chance ? "chance" : `seat ${table.seat} ${table.names[table.seat]} to decide`;
  at("choices").replaceChildren(...table.groups.map((group) => {
    const made = element("div", undefined, "group");
    const row = element("div", undefined, "row");
    for (const [words, about] of group.choices) {
      const button = element("button", about);
      button.title = words;
      button.dataset.words = words;
      button.addEventListener("click", () => play(words));
      row.append(button);
    }
    made.append(element("span", group.label), row);
    return made;
  }));
  at("log").replaceChildren(...table.log.map((step) => {
    const line = element("div", `${step.who}: ${step.words}`);
    for (const event of step.events) line.append(element("div", event, "points"));
    return line;
  }));
  at("log").scrollTop = at("log").scrollHeight;
  drawPoints(table);
}

function drawPoints(table) {
  const sources = Object.keys(table.points[0]).filter((source) => table.points.some((seat) => seat[source]));
  const most = Math.max(1, ...sources.flatMap((source) => table.points.map((seat) => seat[source])));
  at("points").replaceChildren();
  for (const source of sources) table.points.forEach((seat, number) => {
    if (!seat[source]) return;
    const made = bar(`${number}  ${source.replaceAll("_", " ")}`, seat[source] / most, seat[source]);
    made.querySelector("i").style.background = COLOURS[number];
    at("points").append(made);
  });
}

async function play(words) {
  show(await ask({ do: "play", words }));
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = at("words").value.trim();
  if (!words) return;
  play(words);
  at("words").value = "";
});
at("set").addEventListener("submit", async (event) => {
  event.preventDefault();
  show(await ask({ do: "position", text: at("text").value }));
});
at("undo").addEventListener("click", async () => show(await ask({ do: "undo" })));
at("analyse").addEventListener("click", async () => {
  const found = await ask({ do: "analyse", playouts: Number(at("playouts").value) });
  if (found === null) return;
  at("values").replaceChildren(
    element("p", `seat ${found.seat}, wins and mean VP in ${found.playouts} games`),
    ...found.actions.map((row) => bar(row.words, row.wins, `${(100 * row.wins).toFixed(0)} %  ${row.mean.toFixed(0)}`)),
  );
});
at("record").addEventListener("click", async () => {
  const found = await ask({ do: "record" });
  if (found === null) return;
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([`${found.record}\n`], { type: "application/x-ndjson" }));
  link.download = "game.jsonl";
  link.click();
  URL.revokeObjectURL(link.href);
});
ask({ do: "look" }).then(show);
