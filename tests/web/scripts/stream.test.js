import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { ask, Refused, run } from "./static/stream.js";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function answerWith(...pieces) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  globalThis.fetch = async () => new Response(body, { status: 200 });
}

async function eventsOf(...pieces) {
  answerWith(...pieces);
  const events = [];
  for await (const event of run("softmax", "submit", "code", undefined)) events.push(event);
  return events;
}

test("an event may arrive in several pieces", async () => {
  const events = await eventsOf("event: case\nda", 'ta: {"n"', ": 1}\n", "\nevent: done\ndata: 2\n\n");
  assert.deepEqual(events, [["case", { n: 1 }], ["done", 2]]);
});

test("comments and events without data are skipped", async () => {
  assert.deepEqual(await eventsOf(": still here\n\nevent: empty\n\nevent: done\ndata: null\n\n"), [["done", null]]);
});

test("an event that is cut off by the end is dropped", async () => {
  assert.deepEqual(await eventsOf('event: case\ndata: {"n": 1}'), []);
});

const REFUSALS = [
  [403, "", /address that grader serve printed/],
  [413, "", /256 KiB/],
  [422, '{"message": "no such problem"}', /^no such problem$/],
  [422, '{"error": "busy"}', /^busy$/],
  [500, "plain words", /^plain words$/],
  [502, "", /502/],
];

for (const [status, body, words] of REFUSALS) {
  test(`an answer with status ${status} and body ${JSON.stringify(body)} is a refusal in words`, async () => {
    globalThis.fetch = async () => new Response(body, { status });
    await assert.rejects(ask("/api/x"), (error) => error instanceof Refused && words.test(error.message));
  });
}

test("a server that does not answer is a refusal, a cancelled request is not", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await assert.rejects(ask("/api/x"), Refused);
  globalThis.fetch = async () => {
    throw new DOMException("stop", "AbortError");
  };
  await assert.rejects(ask("/api/x"), (error) => !(error instanceof Refused) && error.name === "AbortError");
});

test("a slug is escaped in the address", async () => {
  let address;
  globalThis.fetch = async (url) => {
    address = url;
    return new Response("", { status: 200 });
  };
  for await (const event of run("a/../b", "check", "", undefined)) assert.fail(event);
  assert.equal(address, "/api/p/a%2F..%2Fb/run");
});
