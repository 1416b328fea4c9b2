// Words: the page's own, in the reader's language.

let words = {};
let plural = new Intl.PluralRules("en");
let figures = new Intl.NumberFormat("en");
let categories = ["one", "other"];
const ORDER = ["zero", "one", "two", "few", "many", "other"];

export async function load() {
  const answer = await fetch("words.json");
  if (!answer.ok) throw new Error(`words.json: ${answer.status}`);
  const given = await answer.json();
  words = given.words;
  plural = new Intl.PluralRules(given.language);
  figures = new Intl.NumberFormat(given.language, { useGrouping: "min2" });
  const known = new Set();
  for (let number = 0; number <= 200; number += 1) known.add(plural.select(number));
  categories = ORDER.filter((name) => known.has(name));
}

// A text with its values: `{n}`, and `{n|face|faces}` with a form for each kind of number that the language has.
export function say(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{([a-z]+)((?:\|[^{}|]*)*)\}/g, (all, name, forms) => {
    if (!(name in values)) return all;
    if (!forms) return typeof values[name] === "number" ? figures.format(values[name]) : String(values[name]);
    const choices = forms.slice(1).split("|");
    const at = categories.indexOf(plural.select(values[name]));
    return choices[at] ?? choices[choices.length - 1];
  });
}

// Things of the pack called as the reader's language calls them, where the pack speaks it.
export function called(things) {
  const { lang } = document.documentElement;
  return things.map((thing) => ({ ...thing, name: thing.names?.find(([code]) => code === lang)?.[1] ?? thing.name }));
}

// Fill the words of what stands in the page already.
export function fill(root = document) {
  for (const node of root.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
}
