import { define, listen } from "./define";

export type Note = { type: "success" | "error"; heading: string; body: string };

/** Shows a notice as if the server had sent it with the page. */
export const notify = (note: Note) => document.dispatchEvent(new CustomEvent<Note>("notice", { detail: note }));

const VISIBLE_MS = 3000;
const toastText = (toast: Element) => toast.className + (toast.querySelector("p")?.textContent ?? "");

/** Notices can be closed. A success closes by itself. Equal notices become one with a counter. */
define("toast-stack", (stack) => {
  const addOrMerge = (toast: Element) => {
    const duplicate = [...stack.children].find((other) => other !== toast && toastText(other) === toastText(toast));
    if (duplicate) {
      const counter =
        duplicate.querySelector("output") ??
        duplicate.insertBefore(document.createElement("output"), duplicate.lastChild);
      counter.textContent = String(
        (Number(counter.textContent) || 1) + (Number(toast.querySelector("output")?.textContent) || 1),
      );
      toast.remove();
      return;
    }
    toast.querySelector("button")?.addEventListener("click", () => toast.remove());
    if (toast.classList.contains("success")) setTimeout(() => toast.remove(), VISIBLE_MS);
  };
  for (const toast of [...stack.children]) addOrMerge(toast);
  return listen<CustomEvent<Note>>(document, "notice", ({ detail: { type, heading, body } }) => {
    const toast = document.createElement("div");
    toast.className = `toast ${type}`;
    const text = document.createElement("p");
    const strong = document.createElement("b");
    strong.textContent = heading;
    text.append(strong, ` ${body}`);
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", "Close");
    toast.append(text, close);
    stack.append(toast);
    addOrMerge(toast);
  });
});
