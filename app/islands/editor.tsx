import { useEffect, useLayoutEffect, useRef, useState } from "react";
import ReactQuill from "react-quill";
import type { Quill } from "react-quill";
import "react-quill/dist/quill.snow.css";
import { editor as texts } from "~/texts";
import { type ImageActs, takeImages } from "./editor-images";
import "./editor.css";
import { TYPES } from "./image-rules";
import { ImageUploads, type Upload } from "./image-uploads";
import { render } from "./root";

const FORMATS = ["header", "bold", "italic", "underline", "strike", "list", "blockquote", "link", "image"];
const MODULES = {
  toolbar: [
    [{ header: 2 }, { header: 3 }],
    ["bold", "italic", "underline", "strike"],
    [{ list: "bullet" }, { list: "ordered" }, "blockquote"],
    ["link", "image", "clean"],
  ],
  // Tab moves to the next field instead of indenting.
  keyboard: { bindings: { tab: null, indent: null, outdent: null, "outdent backspace": null } },
  uploader: { mimetypes: TYPES },
};

type Props = {
  field: HTMLTextAreaElement;
  label: string;
  /** The person opened the editor from the field, and continues at the end of its text. */
  focused: boolean;
};

/** A rich-text editor. An unchanged text is sent exactly as it was loaded, even if the editor would rewrite it. */
function HtmlEditor({ field, label, focused }: Props) {
  const quill = useRef<ReactQuill>(null);
  const acts = useRef<ImageActs>();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [initial] = useState(field.value);
  // A layout effect, so that the editor's parts are labelled before the first paint.
  useLayoutEffect(() => {
    const editor = quill.current?.getEditor();
    if (!editor) return undefined;
    acts.current = takeImages(editor, setUploads);
    const removeLabels = labelEditor(editor, field, label);
    if (focused) editor.setSelection(editor.getLength(), 0);
    return removeLabels;
  }, [field, label, focused]);
  const waiting = uploads.some(({ state }) => state === "sending");
  useEffect(() => {
    field.setCustomValidity(waiting ? texts.uploading : "");
    notifyChange(field);
  }, [field, waiting]);
  const write = (source: string) => {
    const root = quill.current?.getEditor().root;
    if (!root || source === "silent") return;
    field.value = htmlOf(root);
    notifyChange(field);
  };
  return (
    <>
      <ReactQuill
        ref={quill}
        defaultValue={initial}
        formats={FORMATS}
        modules={MODULES}
        useSemanticHTML={false}
        onChange={(_html, _delta, source) => write(source)}
      />
      <ImageUploads
        uploads={uploads}
        again={(id) => acts.current?.again(id)}
        drop={(id) => acts.current?.drop(id)}
        describe={(id, text) => acts.current?.describe(id, text)}
      />
    </>
  );
}

const notifyChange = (field: HTMLTextAreaElement) => field.dispatchEvent(new Event("input", { bubbles: true }));

/** The editor's content as published HTML: without the editor's own elements, and with standard lists. */
function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const mark of copy.querySelectorAll(".ql-ui")) mark.remove();
  for (const list of copy.querySelectorAll("ol")) list.replaceWith(...listsOf(list));
  const isEmpty = copy.textContent.trim() === "" && !copy.querySelector("img");
  return isEmpty ? "" : copy.innerHTML;
}

/** Quill renders every list as `ol` with the kind on each item. A change of kind between items starts a new list. */
function listsOf(list: HTMLOListElement): HTMLElement[] {
  const lists: HTMLElement[] = [];
  for (const item of [...list.children] as HTMLElement[]) {
    const tag = item.dataset.list === "bullet" ? "UL" : "OL";
    if (lists.at(-1)?.tagName !== tag) lists.push(document.createElement(tag));
    item.removeAttribute("data-list");
    lists.at(-1)?.append(item);
  }
  return lists;
}

/** Gives the editor the label, hints and messages of its textarea, and labels its toolbar buttons. */
function labelEditor(quill: Quill, field: HTMLTextAreaElement, label: string): () => void {
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
  const address = container.querySelector(".ql-tooltip input");
  address?.setAttribute("aria-label", texts.link);
  address?.setAttribute("data-link", "https://");
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

/** Shows the editor in place of its textarea. The form still submits the textarea, which receives every change. */
export function mount(element: HTMLElement): () => void {
  const field = element.querySelector("textarea");
  if (!field) return () => undefined;
  const fallback = [...element.children] as HTMLElement[];
  const place = element.appendChild(document.createElement("div"));
  const label = field.labels[0]?.firstChild?.textContent ?? "";
  const end = render(place, <HtmlEditor field={field} label={label} focused={document.activeElement === field} />);
  for (const part of fallback) part.hidden = true;
  return () => {
    end();
    place.remove();
    for (const part of fallback) part.hidden = false;
  };
}
