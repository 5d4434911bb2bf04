import { define, listen } from "./define";

export type Note = { type: "success" | "error"; heading: string; body: string };

/** Shows a notice as if the server had sent it with the page. */
export const notify = (note: Note) => document.dispatchEvent(new CustomEvent<Note>("notice", { detail: note }));

const SHOWN_FOR = 3000;
const wordsOf = (toast: Element) => toast.className + (toast.querySelector("p")?.textContent ?? "");

/** Notices can be closed. A success closes by itself. Equal notices become one with a counter. */
define("toast-stack", (stack) => {
  const settle = (toast: Element) => {
    const twin = [...stack.children].find((other) => other !== toast && wordsOf(other) === wordsOf(toast));
    if (twin) {
      const times = twin.querySelector("output") ?? twin.insertBefore(document.createElement("output"), twin.lastChild);
      times.textContent = String(
        (Number(times.textContent) || 1) + (Number(toast.querySelector("output")?.textContent) || 1),
      );
      toast.remove();
      return;
    }
    toast.querySelector("button")?.addEventListener("click", () => toast.remove());
    if (toast.classList.contains("success")) setTimeout(() => toast.remove(), SHOWN_FOR);
  };
  for (const toast of [...stack.children]) settle(toast);
  return listen<CustomEvent<Note>>(document, "notice", ({ detail: { type, heading, body } }) => {
    const toast = document.createElement("div");
    toast.className = `toast ${type}`;
    const words = document.createElement("p");
    const strong = document.createElement("b");
    strong.textContent = heading;
    words.append(strong, ` ${body}`);
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", "Close");
    toast.append(words, close);
    stack.append(toast);
    settle(toast);
  });
});
