import type { Quill } from "react-quill";
import { editor as texts } from "~/texts";

/** Gives the editor the label, hints and messages of its textarea, and labels its toolbar buttons. */
export function dress(quill: Quill, field: HTMLTextAreaElement, label: string): () => void {
  const { root, container } = quill;
  const { id } = field;
  root.setAttribute("role", "textbox");
  root.setAttribute("aria-multiline", "true");
  root.setAttribute("aria-label", label);
  for (const name of ["aria-describedby", "aria-invalid"]) {
    const value = field.getAttribute(name);
    if (value) root.setAttribute(name, value);
  }
  // Links from error messages must focus the editor, so it takes over the textarea's ID.
  field.id = "";
  root.id = id;
  const toolbar = container.previousElementSibling;
  toolbar?.setAttribute("aria-label", texts.toolbar);
  for (const button of toolbar?.querySelectorAll("button") ?? []) nameTool(button);
  container.querySelector(".ql-tooltip input")?.setAttribute("aria-label", texts.link);
  const focus = () => quill.focus();
  const heading = document.querySelector(`label[for="${id}"]`);
  heading?.addEventListener("click", focus);
  return () => {
    heading?.removeEventListener("click", focus);
    field.id = id;
  };
}

function nameTool(button: HTMLButtonElement): void {
  const name = texts.tools[button.value ? `${button.className}:${button.value}` : button.className];
  if (!name) return;
  button.setAttribute("aria-label", name);
  button.title = name;
}
