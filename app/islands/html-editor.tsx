import { useEffect, useLayoutEffect, useRef, useState } from "react";
import ReactQuill from "react-quill";
import { editor as texts } from "~/texts";
import { dress } from "./dress-editor";
import { htmlOf } from "./editor-html";
import { type ImageActs, takeImages } from "./editor-images";
import { TYPES } from "./image-rules";
import { ImageUploads, type Upload } from "./image-uploads";

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

type Props = { field: HTMLTextAreaElement; label: string };

/** A rich-text editor. An unchanged text is sent exactly as it was loaded, even if the editor would rewrite it. */
export function HtmlEditor({ field, label }: Props) {
  const quill = useRef<ReactQuill>(null);
  const acts = useRef<ImageActs>();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [initial] = useState(field.value);
  // A layout effect, so that the editor's parts are labelled before the first paint.
  useLayoutEffect(() => {
    const made = quill.current?.getEditor();
    if (!made) return undefined;
    acts.current = takeImages(made, setUploads);
    return dress(made, field, label);
  }, [field, label]);
  const waiting = uploads.some(({ state }) => state === "sending");
  useEffect(() => {
    field.setCustomValidity(waiting ? texts.uploading : "");
    changed(field);
  }, [field, waiting]);
  const write = (source: string) => {
    const root = quill.current?.getEditor().root;
    if (!root || source === "silent") return;
    field.value = htmlOf(root);
    changed(field);
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

const changed = (field: HTMLTextAreaElement) => field.dispatchEvent(new Event("input", { bubbles: true }));
