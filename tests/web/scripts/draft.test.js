import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class MemoryStorage {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, String(value));
  }
}

const KEY = "grader:draft:softmax";
let listeners;

globalThis.addEventListener = (name, listener) => {
  listeners[name] = listener;
};

const { Draft } = await import("./static/draft.js");

function openTab(onOther = () => {}) {
  globalThis.sessionStorage = new MemoryStorage();
  return new Draft("softmax", "starter", onOther);
}

beforeEach(() => {
  listeners = {};
  globalThis.localStorage = new MemoryStorage();
});

test("a first visit shows the starter and stores nothing for all", () => {
  const draft = openTab();
  draft.flush();
  assert.equal(draft.text, "starter");
  assert.equal(localStorage.getItem(KEY), null);
});

test("the next visit shows the latest text", () => {
  const draft = openTab();
  draft.keep("mine");
  draft.flush();
  assert.equal(openTab().text, "mine");
});

test("a text of another tab is kept beside the one that overwrites it", () => {
  const first = openTab();
  const second = new Draft("softmax", "starter", () => {});
  second.keep("second");
  second.flush();
  first.keep("first");
  first.flush();
  const stored = JSON.parse(localStorage.getItem(KEY));
  assert.equal(stored.text, "first");
  assert.deepEqual(stored.other, { text: "second" });
});

test("settling forgets the other text and reports none", () => {
  const heard = [];
  const draft = openTab((text) => heard.push(text));
  localStorage.setItem(KEY, JSON.stringify({ text: "theirs", by: "another", other: null }));
  listeners.storage({ key: KEY });
  draft.settle();
  assert.deepEqual(heard, ["theirs", null]);
  assert.equal(JSON.parse(localStorage.getItem(KEY)).other, null);
});

test("storage that refuses or holds something else takes nothing away", () => {
  const refuses = {
    getItem() {
      throw new Error("forbidden");
    },
    setItem() {
      throw new Error("full");
    },
  };
  for (const store of [refuses, { getItem: () => "not json", setItem() {} }, { getItem: () => "[1]", setItem() {} }]) {
    globalThis.localStorage = store;
    globalThis.sessionStorage = store;
    const draft = new Draft("softmax", "starter", () => {});
    draft.keep("text");
    draft.flush();
    assert.equal(draft.text, "text");
  }
});
