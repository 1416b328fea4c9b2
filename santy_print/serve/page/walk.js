// Walk: arrows go from one picture to the next, as they stand; Home and End to the first and the last.

export function walk(root, event, selector = "button.face") {
  const from = event.target.closest?.(selector);
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: "first", End: "last", ArrowUp: "up", ArrowDown: "down" }[event.key];
  if (!from || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...root.querySelectorAll(`${selector}:not([hidden])`)];
  const at = all.indexOf(from);
  let to = { first: 0, last: all.length - 1 }[step] ?? at + step;
  if (step === "up" || step === "down") to = below(all, at, step === "down" ? 1 : -1);
  if (all[to]) {
    event.preventDefault();
    all[to].focus();
    all[to].scrollIntoView({ block: "nearest" });
  }
}

// The one of the next row that stands nearest below (or above) one.
function below(all, at, way) {
  const from = all[at].getBoundingClientRect();
  const middle = from.left + from.width / 2;
  let best = -1;
  let row = null;
  for (let n = at + way; n >= 0 && n < all.length; n += way) {
    const box = all[n].getBoundingClientRect();
    if (way > 0 ? box.top < from.bottom - 1 : box.bottom > from.top + 1) continue;
    if (row !== null && Math.abs(box.top - row) > from.height) break;
    row ??= box.top;
    const off = Math.abs(box.left + box.width / 2 - middle);
    if (best < 0 || off < Math.abs(all[best].getBoundingClientRect().left + box.width / 2 - middle)) best = n;
  }
  return best;
}
