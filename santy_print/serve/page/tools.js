// Tools: fields that choose what a view shows. Each is made once; its choices follow the pack.

import { arrange, make } from "./dom.js";
import { say } from "./words.js";

let count = 0;

function labelled(word, field) {
  count += 1;
  field.id ||= `field-${count}`;
  return make("label", { class: "tool", for: field.id }, make("span", {}, say(word)), field);
}

export function choice(word, change) {
  const select = make("select", { onchange: () => change(select.value) });
  const label = labelled(word, select);
  // The choices, as pairs of value and name; what was chosen stays where it is still there.
  const offer = (pairs, chosen) => {
    const known = [...select.options].map((option) => `${option.value}\n${option.text}`).join("\n\n");
    if (known !== pairs.map(([value, name]) => `${value}\n${name}`).join("\n\n")) {
      arrange(select, pairs.map(([value, name]) => make("option", { value }, name)));
    }
    if (document.activeElement !== select || select.value !== chosen) select.value = chosen;
  };
  return { label, offer };
}

export function search(word, change) {
  const given = { type: "search", autocomplete: "off", spellcheck: "false", "aria-keyshortcuts": "/" };
  const input = make("input", { ...given, oninput: () => change(input.value) });
  return { label: labelled(word, input), input };
}

export function tick(word, chosen, change) {
  const input = make("input", { type: "checkbox", onchange: () => change(input.checked) });
  input.checked = chosen;
  count += 1;
  input.id = `field-${count}`;
  return { label: make("label", { class: "tick", for: input.id }, input, make("span", {}, word)), input };
}

// How large faces are shown, in hundredths of their real size; and a line to measure, so that the real size is real.
export function size(zoom, screen, changed) {
  const shown = make("output", {}, "");
  const range = make("input", { type: "range", min: "20", max: "300", step: "5" });
  const line = make("span", { class: "line", "aria-hidden": "true" });
  const measured = make("input", { type: "number", min: "20", max: "120", step: "0.5", inputmode: "decimal" });
  const set = (value) => {
    range.value = String(value);
    shown.value = say("size.percent", { n: range.value });
    changed(Number(range.value), null);
  };
  range.addEventListener("input", () => set(range.value));
  measured.value = String(Math.round((50 * screen.nominal * 2) / screen.now) / 2);
  measured.addEventListener("change", () => {
    const length = Math.min(120, Math.max(20, Number(measured.value) || 50));
    changed(null, (50 * screen.nominal) / length);
  });
  range.value = String(zoom);
  shown.value = say("size.percent", { n: range.value });
  const real = make("button", { type: "button", onclick: () => set(100) }, say("size.real"));
  const rule = make(
    "details",
    { class: "rule" },
    make("summary", {}, say("size.measure")),
    make("p", {}, say("size.how")),
    line,
    labelled("size.length", measured),
  );
  return make("div", { class: "size" }, labelled("size.name", range), shown, real, rule);
}
