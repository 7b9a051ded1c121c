// How much of the desk the results take: dragged, or by arrow keys.

const KEY = "grader:results-share";
const [LEAST, MOST, STEP] = [15, 85, 5];

/** Let `handle` set the share of `desk` that the results have, in per cent. */
export function makeSplit(handle, desk) {
  let share = 58;

  function set(wanted, { keep = true } = {}) {
    share = Math.min(MOST, Math.max(LEAST, Math.round(wanted)));
    desk.style.setProperty("--results-share", `${share}%`);
    handle.setAttribute("aria-valuenow", String(share));
    try {
      if (keep) localStorage.setItem(KEY, String(share));
    } catch {
      // It lasts as long as the page.
    }
  }

  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.focus();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const { bottom, height } = desk.getBoundingClientRect();
    set(((bottom - event.clientY) / height) * 100);
  });
  handle.addEventListener("keydown", (event) => {
    const to = { ArrowUp: share + STEP, ArrowDown: share - STEP, Home: MOST, End: LEAST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });

  let kept = null;
  try {
    kept = Number(localStorage.getItem(KEY));
  } catch {
    // Storage is forbidden.
  }
  set(kept || share, { keep: false });
}
