import assert from "node:assert/strict";
import { test } from "node:test";

const verdicts = { AC: ["accepted", "good"], WA: ["wrong answer", "bad"], NOT_RUN: ["not run", "quiet"] };
const data = { textContent: JSON.stringify({ verdicts, right: "AC" }) };
globalThis.document = { getElementById: (id) => ({ data })[id] };

const { figure, isRight, mark, plural, printable, words } = await import("./static/parts.js");

test("verdicts come from the table of the page", () => {
  assert.deepEqual(["AC", "WA", "NOT_RUN"].map(isRight), [true, false, false]);
  assert.deepEqual(["AC", "WA", "NOT_RUN"].map(mark), ["right", "wrong", "skipped"]);
  assert.deepEqual(["AC", "WA"].map(words), ["accepted", "wrong answer"]);
});

test("a verdict that the table lacks is shown as its code, and is not right", () => {
  assert.deepEqual([words("XX"), isRight("XX"), mark("XX")], ["XX", false, "wrong"]);
});

const PRINTABLE = [
  ["plain text\nand a tab\t", "plain text\nand a tab\t"],
  ["\u001b[31mred", "\\u{1b}[31mred"],
  ["left\u202eright", "left\\u{202e}right"],
  ["line\u2028separator", "line\\u{2028}separator"],
  ["zero\u0000", "zero\\u{0}"],
];

for (const [text, shown] of PRINTABLE) {
  test(`${JSON.stringify(text)} is shown without acting`, () => assert.equal(printable(text), shown));
}

test("long text is cut, with a count of what was left out", () => {
  assert.equal(printable("abcdef", 4), "abcd… (2 more characters)");
});

test("figures have at most two decimals", () => {
  assert.deepEqual([100, 66.666666, 0.5, 12.345].map(figure), ["100", "66.67", "0.5", "12.35"]);
});

test("one is singular, all else plural", () => {
  assert.deepEqual([0, 1, 2].map((n) => plural(n, "case", "cases")), ["0 cases", "1 case", "2 cases"]);
});
