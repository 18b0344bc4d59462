// Steps through a recorded game: position i is what the first i steps led to.
const steps = data.steps;
const players = data.names.length;
let now = 0;
let seatShown = data.ranking[0];

// The parts of the picture, one element each; a position tells only what has changed since the one before.
at("picture").innerHTML = data.frame[0] + data.positions[0].map(() => "<g></g>").join("") + data.frame[1];
const groups = [...at("picture").querySelectorAll("svg > g")];
const shown = groups.map(() => -1);

function partsAt(position) {
  const parts = [];
  for (let i = 0; i <= position; i++) for (const [slot, part] of data.positions[i]) parts[slot] = part;
  return parts;
}

function draw() {
  partsAt(now).forEach((part, slot) => {
    if (shown[slot] !== part) {
      groups[slot].innerHTML = data.parts[part];
      shown[slot] = part;
    }
  });
}

// The points of each seat by source after each position.
const SOURCES = [];
for (const step of steps) for (const [, source] of step.vp) if (!SOURCES.includes(source)) SOURCES.push(source);
const HUES = SOURCES.map((_, i) => `hsl(${Math.round((i * 360) / SOURCES.length)} 55% ${i % 2 ? 45 : 60}%)`);
const totals = data.begun.map((vp) => [vp]);
const sources = data.begun.map(() => SOURCES.map(() => [0]));
steps.forEach((step, i) => {
  for (let seat = 0; seat < players; seat++) {
    totals[seat].push(totals[seat][i]);
    sources[seat].forEach((line) => line.push(line[i]));
  }
  for (const [seat, source, vp] of step.vp) {
    totals[seat][i + 1] += vp;
    sources[seat][SOURCES.indexOf(source)][i + 1] += vp;
  }
});

const WIDE = 340, HIGH = 130, LEFT = 28, LOW = 14;
const most = Math.max(10, ...totals.map((line) => line[line.length - 1]));
const x = (i) => LEFT + ((WIDE - LEFT - 4) * i) / Math.max(1, steps.length);
const y = (vp) => HIGH - LOW - ((HIGH - LOW - 6) * vp) / most;

function chart(where) {
  const made = drawing("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img" });
  const stride = Math.max(10, 10 * Math.ceil(most / 40));
  for (let vp = 0; vp <= most; vp += stride) {
    made.append(drawing("line", { x1: LEFT, x2: WIDE - 4, y1: y(vp), y2: y(vp), stroke: "currentColor", "stroke-opacity": 0.15 }));
    made.append(drawing("text", { x: LEFT - 4, y: y(vp) + 4, "text-anchor": "end" }, vp));
  }
  let phase = "";
  steps.forEach((step, i) => {
    if (step.round[0] !== phase) {
      phase = step.round[0];
      made.append(drawing("text", { x: x(i) + 2, y: HIGH - 2 }, phase));
    }
  });
  at(where).replaceChildren(made);
  return made;
}

function cursor(made) {
  made.querySelector(".cursor")?.remove();
  made.append(drawing("line", { class: "cursor", x1: x(now), x2: x(now), y1: 4, y2: HIGH - LOW, stroke: "var(--accent)", "stroke-width": 1.5 }));
}

const totalChart = chart("totals");
totals.forEach((line, seat) => {
  const points = line.map((vp, i) => `${x(i).toFixed(1)},${y(vp).toFixed(1)}`).join(" ");
  const dashes = ["", "6 3", "2 3", "8 3 2 3"][seat];
  totalChart.append(drawing("polyline", { points, fill: "none", stroke: COLOURS[seat], "stroke-width": 2, "stroke-dasharray": dashes }));
  at("total-keys").append(key(COLOURS[seat], `${data.names[seat]}: ${line[line.length - 1]}`));
});

let sourceChart;
function drawSources() {
  sourceChart = chart("sources");
  at("source-keys").replaceChildren();
  let base = totals[seatShown].map((vp) => data.begun[seatShown]);
  sources[seatShown].forEach((line, source) => {
    if (!line[line.length - 1]) return;
    const top = line.map((vp, i) => base[i] + vp);
    const path = [...top.map((vp, i) => `${x(i).toFixed(1)},${y(vp).toFixed(1)}`), ...base.map((vp, i) => `${x(i).toFixed(1)},${y(vp).toFixed(1)}`).reverse()];
    const area = drawing("polygon", { points: path.join(" "), fill: HUES[source] });
    const label = SOURCES[source].replaceAll("_", " ");
    area.append(drawing("title", {}, label));
    sourceChart.append(area);
    at("source-keys").append(key(HUES[source], `${label} ${line[line.length - 1]}`));
    base = top;
  });
  cursor(sourceChart);
  [...at("seats").children].forEach((button, seat) => (button.disabled = seat === seatShown));
}
data.names.forEach((name, seat) => {
  const button = element("button", name);
  button.addEventListener("click", () => { seatShown = seat; drawSources(); });
  at("seats").append(button);
});

// The list of steps and the rounds.
const items = steps.map((step, i) => {
  const who = step.seat < 0 ? "" : `${step.seat}  `;
  const item = element("li", `${who}${step.words}`, step.seat < 0 ? "chance" : "");
  item.addEventListener("click", () => go(i + 1));
  at("steps").append(item);
  return item;
});
const rounds = [];
steps.forEach((step, i) => { if (!rounds.length || rounds[rounds.length - 1].name !== step.round) rounds.push({ name: step.round, at: i }); });
for (const round of rounds) {
  const option = element("option", `round ${round.name}`);
  option.value = round.at;
  at("rounds").append(option);
}

function tellSearch() {
  const entries = data.search.filter((entry) => entry.step === now);
  at("search-section").hidden = !entries.length;
  at("search").replaceChildren();
  for (const entry of entries) for (const [name, values] of Object.entries(entry)) {
    if (name === "step") continue;
    if (values === null || typeof values !== "object" || Array.isArray(values)) {
      at("search").append(element("p", `${name}: ${String(values).slice(0, 200)}`));
      continue;
    }
    const rows = Object.entries(values).filter(([, value]) => typeof value === "number").sort((a, b) => b[1] - a[1]).slice(0, 20);
    const largest = Math.max(...rows.map(([, value]) => Math.abs(value)), 1e-9);
    at("search").append(element("p", name));
    for (const [words, value] of rows) at("search").append(bar(words, Math.abs(value) / largest, Number.isInteger(value) ? value : value.toFixed(3)));
  }
}

function go(position) {
  now = Math.max(0, Math.min(steps.length, position));
  draw();
  const step = steps[now - 1];
  const next = steps[now];
  at("now").textContent = `${now} of ${steps.length}, ${(next ?? step)?.round ? `phase ${(next ?? step).round[0]} round ${(next ?? step).round[1]}` : ""}`;
  at("slider").value = now;
  at("events").replaceChildren();
  if (step) {
    at("events").append(element("p", `${step.seat < 0 ? "chance" : data.names[step.seat]}: ${step.words}`));
    for (const [rule, text] of step.events) {
      const line = element("div", undefined, / VP, /.test(text) ? "points" : "");
      line.append(element("span", rule, "rule"), document.createTextNode(text));
      at("events").append(line);
    }
  }
  document.querySelector("#steps .now")?.classList.remove("now");
  if (step) {
    items[now - 1].classList.add("now");
    const list = at("steps");
    list.scrollTop = items[now - 1].offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  const round = rounds.filter((one) => one.at <= now).pop();
  if (round) at("rounds").value = round.at;
  cursor(totalChart);
  if (sourceChart) cursor(sourceChart);
  tellSearch();
}

function roundFrom(direction) {
  const found = direction > 0 ? rounds.find((one) => one.at > now) : rounds.filter((one) => one.at < now).pop();
  go(found ? found.at : direction > 0 ? steps.length : 0);
}

function decisionFrom(direction) {
  let to = now + direction;
  while (to > 0 && to < steps.length && steps[to - 1].seat < 0) to += direction;
  go(to);
}

const moves = {
  first: () => go(0), back: () => go(now - 1), on: () => go(now + 1), last: () => go(steps.length),
  "round-back": () => roundFrom(-1), "round-on": () => roundFrom(1),
};
for (const [id, move] of Object.entries(moves)) at(id).addEventListener("click", move);
const KEYS = { ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last,
  PageUp: moves["round-back"], PageDown: moves["round-on"], ArrowUp: () => decisionFrom(-1), ArrowDown: () => decisionFrom(1) };
document.addEventListener("keydown", (event) => {
  if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  KEYS[event.key]();
});
at("slider").max = steps.length;
at("slider").addEventListener("input", () => go(Number(at("slider").value)));
at("rounds").addEventListener("change", () => go(Number(at("rounds").value)));
at("title").textContent = data.names.map((name, seat) => `${name}: ${data.scores[seat]}`).join(", ");
drawSources();
go(Number(location.hash.slice(1)) || 0);
