// A run, as the server tells it: events of a POST's answer, one after the other.

/** What the server said instead of running the code. */
export class Refused extends Error {}

const GONE = "grader does not respond. Is grader serve still running in your terminal?";

async function said(response) {
  const text = (await response.text()).trim();
  try {
    const { message, error } = JSON.parse(text);
    return message ?? error ?? text;
  } catch {
    return text;
  }
}

/** Fetch `address`; a server that is not there or says no is a `Refused` with words for the learner. */
export async function ask(address, options = {}) {
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(GONE);
  }
  if (response.ok) return response;
  if (response.status === 403) {
    throw new Refused("This page is no longer authorized. Open the address that grader serve printed.");
  }
  if (response.status === 413) throw new Refused("The text is too long: 256 KiB at most.");
  throw new Refused((await said(response)) || `grader answered with ${response.status}.`);
}

/** Yield [name, data] of each event of a run of `source`. */
export async function* run(slug, kind, source, signal) {
  const response = await ask(`/api/p/${encodeURIComponent(slug)}/run`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ source, kind }),
    signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refused(GONE);
    }
    if (piece.done) return;
    const events = (rest + piece.value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(
        event.split("\n").filter((line) => !line.startsWith(":")).map((line) => {
          const at = line.indexOf(":");
          return [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
        }),
      );
      if (fields.event && fields.data) yield [fields.event, JSON.parse(fields.data)];
    }
  }
}

export const cancel = (id) => ask(`/api/runs/${encodeURIComponent(id)}/cancel`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: "{}",
});
