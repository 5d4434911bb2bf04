import "react-quill/dist/quill.snow.css";
import "./editor.css";
import { HtmlEditor } from "./html-editor";
import { render } from "./root";

/** Shows the editor in place of its textarea. The form still submits the textarea, which receives every change. */
export function mount(element: HTMLElement): () => void {
  const field = element.querySelector("textarea");
  if (!field) return () => undefined;
  const fallback = [...element.children] as HTMLElement[];
  const place = element.appendChild(document.createElement("div"));
  const end = render(place, <HtmlEditor field={field} label={field.labels[0]?.firstChild?.textContent ?? ""} />);
  for (const part of fallback) part.hidden = true;
  return () => {
    end();
    place.remove();
    for (const part of fallback) part.hidden = false;
  };
}
