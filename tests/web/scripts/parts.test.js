import assert from "node:assert/strict";
import { test } from "node:test";

import { figure, plural, printable } from "./static/parts.js";

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
