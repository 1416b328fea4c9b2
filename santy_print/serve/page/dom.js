// Dom: elements made of plain values. Text is only ever set as text, so nothing of a pack becomes markup.

export function make(tag, given = {}, ...inner) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value === "boolean") node[name] = value;
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...inner.filter((each) => each !== null && each !== undefined));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, given = {}, ...inner) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) node.setAttribute(name, value);
  node.append(...inner);
  return node;
}

// Put children into a parent in this order, and touch none that stands right already: focus and place are kept.
export function arrange(parent, children) {
  let next = parent.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

export function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A text with keys, names of files or addresses in it, that may go on in the next line after a full stop or a slash.
export function breakable(text) {
  return text.split(/(?<=[\w-][./])(?=[\w-])/).flatMap((piece, n) => (n ? [make("wbr"), piece] : [piece]));
}

// A text in which a key stands whole, in a line of its own if need be, as long as it is no longer than a line.
export function putBreakable(node, text) {
  if (node.textContent === text) return;
  const pieces = text.split(/(\s+)/).map((word) => [word, breakable(word)]);
  node.replaceChildren(...pieces.map(([word, parts]) => (parts.length > 1 ? make("span", { class: "whole" }, ...parts) : word)));
}

// What a person chose, kept in this browser.
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`santy.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`santy.${name}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing
  }
}
