// What is in the editor, kept over a reload, without one browser tab overwriting another's text in silence.
//
// Each tab keeps its own text in its session; the latest text of all tabs is in local storage, for the next
// time. A text of another tab that this one never showed, and would overwrite there, stays beside it as `other`.

const read = (store, key) => {
  try {
    return JSON.parse(store.getItem(key));
  } catch {
    return null; // no storage, or not ours
  }
};
const write = (store, key, value) => {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the text lasts as long as the page.
  }
};
const isText = (value) => typeof value?.text === "string";

/**
 * The draft of a problem.
 *
 * `onOther` gets the text of another tab if it differs from this one's, or null once none does.
 */
export class Draft {
  #key;
  #starter;
  #me = crypto.getRandomValues(new Uint32Array(2)).join("-");
  #seen; // the last shared text that this tab showed or wrote
  #timer = 0;
  #settled = false;
  #onOther;

  constructor(slug, starter, onOther) {
    this.#key = `grader:draft:${slug}`;
    this.#starter = starter;
    this.#onOther = onOther;
    const mine = read(sessionStorage, this.#key);
    const shared = read(localStorage, this.#key);
    this.text = isText(mine) ? mine.text : isText(shared) ? shared.text : starter;
    this.#seen = this.text;
    addEventListener("storage", (event) => {
      if (event.key === this.#key) this.#compare(read(localStorage, this.#key));
    });
    addEventListener("pagehide", () => this.flush());
    queueMicrotask(() => this.#compare(shared));
  }

  /** Keep `text`, in a moment: typing writes no more than a few times a second. */
  keep(text) {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), 300);
  }

  flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    write(sessionStorage, this.#key, { text: this.text });
    const shared = read(localStorage, this.#key);
    if (this.#seen === this.text && (isText(shared) || this.text === this.#starter)) return;
    const foreign = isText(shared) && shared.by !== this.#me && shared.text !== this.#seen;
    const other = [foreign ? shared : null, shared?.other].find((one) => isText(one) && this.#differs(one.text));
    write(localStorage, this.#key, { text: this.text, by: this.#me, other: other ? { text: other.text } : null });
    this.#seen = this.text;
  }

  /** Keep this tab's text and speak of the other one no more. */
  settle() {
    this.#settled = true;
    write(localStorage, this.#key, { text: this.text, by: this.#me, other: null });
    this.#seen = this.text;
    this.#onOther(null);
  }

  #differs(text) {
    return text !== this.text && text !== this.#starter;
  }

  #compare(shared) {
    const found = [shared, shared?.other].find((one) => isText(one) && this.#differs(one.text));
    this.#onOther(found && !this.#settled ? found.text : null);
  }
}
