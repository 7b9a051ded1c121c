import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { makeSplit } from "./static/split.js";

let kept;
let handle;
let desk;

class Handle extends EventTarget {
  captured = null;
  said = {};
  setAttribute(name, value) {
    this.said[name] = value;
  }
  setPointerCapture(id) {
    this.captured = id;
  }
  hasPointerCapture(id) {
    return this.captured === id;
  }
  focus() {}
}

function pointer(type, clientY) {
  return Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, clientY });
}

function press(key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  handle.dispatchEvent(event);
  return event;
}

beforeEach(() => {
  kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  handle = new Handle();
  const properties = {};
  desk = {
    properties,
    style: { setProperty: (name, value) => { properties[name] = value; } },
    getBoundingClientRect: () => ({ bottom: 1000, height: 1000 }),
  };
});

const share = () => Number(handle.said["aria-valuenow"]);

test("the first share is set and not kept", () => {
  makeSplit(handle, desk);
  assert.equal(desk.properties["--results-share"], `${share()}%`);
  assert.equal(kept.size, 0);
});

test("arrow keys move the split by a step, Home and End to its bounds", () => {
  makeSplit(handle, desk);
  const first = share();
  press("ArrowUp");
  assert.equal(share(), first + 5);
  press("ArrowDown");
  press("ArrowDown");
  assert.equal(share(), first - 5);
  press("Home");
  press("ArrowUp");
  assert.equal(share(), 85);
  press("End");
  press("ArrowDown");
  assert.equal(share(), 15);
});

test("another key is left to the page", () => {
  makeSplit(handle, desk);
  const first = share();
  assert.equal(press("Tab").defaultPrevented, false);
  assert.equal(share(), first);
  assert.equal(press("Home").defaultPrevented, true);
});

test("the split follows the pointer only while it is held", () => {
  makeSplit(handle, desk);
  const first = share();
  handle.dispatchEvent(pointer("pointermove", 700));
  assert.equal(share(), first);
  handle.dispatchEvent(pointer("pointerdown", 500));
  handle.dispatchEvent(pointer("pointermove", 700));
  assert.equal(share(), 30);
});

test("the next visit begins with the share that was kept", () => {
  makeSplit(handle, desk);
  press("Home");
  handle = new Handle();
  makeSplit(handle, desk);
  assert.equal(share(), 85);
});

test("storage that refuses or holds something else takes nothing away", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  for (const store of [{ getItem: refuse, setItem: refuse }, { getItem: () => "words", setItem() {} }]) {
    globalThis.localStorage = store;
    handle = new Handle();
    makeSplit(handle, desk);
    assert.equal(share(), 58);
    press("ArrowUp");
    assert.equal(share(), 63);
  }
});
