import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const elements = {};
const row = (name, chip, solved) => ({
  dataset: { solved },
  hidden: false,
  querySelector: (selector) => ({ textContent: { ".name": name, ".chip": chip }[selector] }),
});
const section = (title, rows) => ({
  hidden: false,
  rows,
  querySelector: () => ({ firstChild: { textContent: title } }),
  querySelectorAll: () => rows,
});
const sections = [
  section("Transformers", [row("Softmax", "easy", "yes"), row("Layer Normalization", "medium", "no")]),
  section("Text", [row("Byte Pair Merge", "medium", "no")]),
];

for (const [id, value] of [["search", { value: "" }], ["open-only", { checked: false }], ["none", { textContent: "" }]]) {
  elements[id] = value;
}
const form = Object.assign(new EventTarget(), { hidden: true });
elements.filter = form;
globalThis.document = { getElementById: (id) => elements[id], querySelectorAll: () => sections };

await import("./static/catalogue.js");

function shown(words, { openOnly = false } = {}) {
  elements.search.value = words;
  elements["open-only"].checked = openOnly;
  form.dispatchEvent(new Event("input"));
  return sections.flatMap((one) => one.rows.filter((each) => !one.hidden && !each.hidden))
    .map((each) => each.querySelector(".name").textContent);
}

beforeEach(() => shown(""));

const ALL = ["Softmax", "Layer Normalization", "Byte Pair Merge"];
const SEARCHES = [
  ["", ALL],
  ["   ", ALL],
  ["SOFT", ["Softmax"]],
  ["medium", ["Layer Normalization", "Byte Pair Merge"]],
  ["transformers medium", ["Layer Normalization"]],
  ["pair  byte", ["Byte Pair Merge"]],
  ["softmax text", []],
];

for (const [words, found] of SEARCHES) {
  test(`the words ${JSON.stringify(words)} find ${found.length} problems`, () => assert.deepEqual(shown(words), found));
}

test("what is solved can be left out", () => {
  assert.deepEqual(shown("", { openOnly: true }), ALL.slice(1));
});

test("a collection without a row that fits is hidden, and shown again", () => {
  shown("byte");
  assert.deepEqual(sections.map((one) => one.hidden), [true, false]);
  shown("");
  assert.deepEqual(sections.map((one) => one.hidden), [false, false]);
});

test("an empty list is said in words", () => {
  shown("nothing fits this");
  assert.equal(elements.none.textContent, "No problem matches.");
  shown("");
  assert.equal(elements.none.textContent, "");
});

test("the form is shown where scripts run, and sends nothing", () => {
  assert.equal(form.hidden, false);
  const event = new Event("submit", { cancelable: true });
  form.dispatchEvent(event);
  assert.equal(event.defaultPrevented, true);
});
