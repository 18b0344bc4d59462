"""The small pictures on tiles, as SVG around (0, 0), about 28 wide and 22 high."""

__all__ = ["ICONS"]

ICONS = {
    "castle": "<path d='M-13 10V-9h4v3h3v-3h4v3h4v-3h4v3h3v-3h4V10H4V4a4 4 0 0 0-8 0v6z'/>",
    "mine": "<path d='M-14 10L-5-9 0-3 4-8 14 10H6V5a6 6 0 0 0-12 0v5z'/>",
    "ship": "<path d='M-13 4H13L9 10H-9zM-1-10V2H-11zM2-8L11 2H2z'/>",
    "warehouse": "<path d='M-14 10V-2L0-10 14-2V10H9V0H-9V10zM-6 3H-1V10H-6zM1 3H6V10H1z'/>",
    "watchtower": "<path d='M-6 10L-4-3H-7V-9H-4V-6H-2V-9H2V-6H4V-9H7V-3H4L6 10H2V5H-2V10z'/>",
    "carpenters_workshop": "<path d='M-13 6L5-8 9-3-8 10zM6-9l5-1 3 4-4 5z'/>",
    "church": (
        "<path d='M-1-12H1V-9.5H3.5V-7.5H1V-5L7 0V10H3V6a3 3 0 0 0-6 0v4H-7V0L-1-5V-7.5"
        "H-3.5V-9.5H-1z'/>"
    ),
    "market": (
        "<path d='M-13-8H13L14-2a3.5 3.5 0 0 1-7 0 3.5 3.5 0 0 1-7 0 3.5 3.5 0 0 1-7 0 "
        "3.5 3.5 0 0 1-7 0z'/><path d='M-11 3H-9V10H-11zM9 3H11V10H9zM-9 5H9V10H-9z'/>"
    ),
    "boarding_house": (
        "<path d='M-14-7H-11V1H14V10H11V6H-11V10H-14zM-9-5a3 3 0 0 1 6 0 3 3 0 0 1-6 0z"
        "M-2-4H9a5 5 0 0 1 5 4H-2z'/>"
    ),
    "bank": (
        "<path d='M0-11L14-4V-2H-14V-4zM-12 0H-8V7H-12zM-2 0H2V7H-2zM8 0H12V7H8zM-14 8H"
        "14V11H-14z'/>"
    ),
    "city_hall": (
        "<path d='M-1-12H7L5-9.5 7-7H1V-5L4-2H13V10H3V5a3 3 0 0 0-6 0v5H-13V-2H-4L-1-5z"
        "'/><path d='M-10 1H-7V5H-10zM7 1H10V5H7z' class='cut'/>"
    ),
    "cow": (
        "<path d='M-13-3L-10-6H8L9-9 11-6H14L14-2 11 0 10 3V10H7V4H-6V10H-9V4L-12 1V6H-"
        "13z'/><path d='M-7-5a3 2.5 0 0 0 6 0zM2-1a2.5 2 0 0 1 5 0z' class='cut'/>"
    ),
    "sheep": (
        "<path d='M-9 4a4 4 0 0 1-2-7 4 4 0 0 1 5-5 5 5 0 0 1 8 0 4 4 0 0 1 5 4 4 4 0 0"
        " 1-1 8V10H4V5H-5V10H-8V4z'/><path d='M8-7a4 3.5 0 0 1 6 2L12-1H8z'/>"
    ),
    "pig": (
        "<path d='M-12-1C-12-8 4-9 6-5L10-8V-4L14-3V2L9 4 8 10H4V5H-5V10H-9V4C-11 3-12 "
        "1-12-1zM-12 0L-15-3-13-4z'/>"
    ),
    "chicken": (
        "<path d='M-12-6C-11 0-6-1-3-1L2-7A4 4 0 0 1 9-7L12-5.5 9-4C9 3 5 6 2 6V9H5V10."
        "5H-1V6C-8 6-12 1-12-6z'/><path d='M4-10a1.5 1.5 0 0 1 3-.5 1.5 1.5 0 0 1 2 1.5"
        "L6-8z'/>"
    ),
    "knowledge": "<path d='M-13-10H13V11H-13z'/>",
    "silver": (
        "<circle r='11' fill='#b9bec4' stroke='#7d838a'/><circle r='7.5' fill='none' st"
        "roke='#7d838a'/>"
    ),
    "workers": "<g fill='#8d6fa8'><circle cy='-6' r='5'/><path d='M-9 11C-9-3 9-3 9 11z'/></g>",
}
"""By the name of a building, a species, another tile, silver or workers."""
