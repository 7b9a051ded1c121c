// The list of problems, narrowed by what is typed.

const form = document.getElementById("filter");
if (form) {
  const search = document.getElementById("search");
  const openOnly = document.getElementById("open-only");
  const none = document.getElementById("none");

  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of document.querySelectorAll(".collection:not(.faulty)")) {
      let here = 0;
      const collection = section.querySelector("h2").firstChild.textContent;
      for (const row of section.querySelectorAll("li")) {
        const text = `${collection} ${row.querySelector(".name").textContent} ${row.querySelector(".chip").textContent}`.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word)) || (openOnly.checked && row.dataset.solved === "yes");
        here += !row.hidden;
      }
      section.hidden = !here;
      shown += here;
    }
    none.textContent = shown ? "" : "No problem matches.";
  };

  form.hidden = false;
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  narrow(); // what the browser kept over a reload
}
