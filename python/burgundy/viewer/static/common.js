"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function drawing(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function bar(label, share, told) {
  const made = element("div", undefined, "bar");
  const name = element("span", label);
  name.title = label;
  const space = element("span");
  const length = element("i");
  length.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  space.append(length);
  made.append(name, space, element("b", told));
  return made;
}

function key(colour, label) {
  const made = element("span", undefined, "key");
  const sign = element("i");
  sign.style.background = colour;
  made.append(sign, document.createTextNode(label));
  return made;
}

const COLOURS = ["#c8443c", "#2f6fb5", "#3c8f52", "#b98a1b"];
