import type { Dispatch, SetStateAction } from "react";
import type { Quill } from "react-quill";
import { editor as texts } from "~/texts";
import { imageError } from "./image-rules";
import type { Upload } from "./image-uploads";

export type ImageActs = {
  again(id: number): void;
  drop(id: number): void;
  /** Sets the alt text of an image in the text. */
  describe(id: number, text: string): void;
};

const OWN_IMAGE = /^\/images\/[\w-]+\.\w+$/;

/** Chosen, pasted or dropped images are uploaded first and inserted into the text afterwards. */
export function takeImages(quill: Quill, show: Dispatch<SetStateAction<readonly Upload[]>>): ImageActs {
  const files = new Map<number, File>();
  /** The insertion position of each image, updated as the text before it changes. */
  const places = new Map<number, number>();
  let last = 0;
  quill.on("text-change", (delta) => {
    for (const [id, place] of places) places.set(id, delta.transformPosition(place));
  });
  const set = (id: number, change: Partial<Upload>) =>
    show((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));

  const send = async (id: number, file: File) => {
    set(id, { state: "sending", share: 0, failure: undefined });
    try {
      const { url, width, height } = await sendImage(file, (share) => set(id, { share }));
      const place = ownLine(quill, Math.min(places.get(id) ?? 0, quill.getLength() - 1));
      quill.insertEmbed(place, "image", url, "user");
      places.set(id, place);
      quill.formatText(place, 1, { width: String(width), height: String(height), alt: "" }, "user");
      set(id, { state: "added" });
    } catch (error) {
      set(id, { state: "failed", failure: (error as Error).message, retry: true });
    }
  };
  const addImage = (place: number, file: File) => {
    const id = (last += 1);
    const failure = imageError(file);
    places.set(id, place);
    if (!failure) files.set(id, file);
    // A message about a file that cannot be used ends with the next choice.
    const left = (all: readonly Upload[]) => all.filter(({ state, retry }) => state !== "failed" || retry);
    show((all) => [...left(all), { id, name: file.name, state: failure ? "failed" : "sending", share: 0, failure }]);
    if (!failure) void send(id, file);
  };
  quill.uploader.upload = ({ index }, chosen) => [...chosen].forEach((file) => addImage(index, file));
  quill.clipboard.addMatcher("IMG", (node, delta) => {
    const source = (node as Element).getAttribute("src") ?? "";
    if (OWN_IMAGE.test(source)) return delta;
    const file = fileOf(source);
    const place = quill.getSelection()?.index ?? quill.getLength() - 1;
    if (file) addImage(place, file);
    else show((all) => [...all, { id: (last += 1), name: "", state: "failed", share: 0, failure: texts.foreign }]);
    return delta.slice(0, 0);
  });
  return {
    again: (id) => {
      const file = files.get(id);
      if (file) void send(id, file);
    },
    drop: (id) => {
      for (const map of [files, places]) map.delete(id);
      show((all) => all.filter((upload) => upload.id !== id));
    },
    describe: (id, text) => {
      const place = places.get(id);
      if (place !== undefined) quill.formatText(place, 1, "alt", text, "user");
    },
  };
}

/** Makes room for an image: a line of its own. Returns its place. */
function ownLine(quill: Quill, at: number): number {
  const place = quill.getText(at - 1, 1) === "\n" || at === 0 ? at : at + 1;
  if (place > at) quill.insertText(at, "\n", "user");
  if (quill.getText(place, 1) !== "\n") quill.insertText(place, "\n", "user");
  return place;
}

/** The image in a pasted data: URL. */
function fileOf(source: string): File | undefined {
  const [, type, bytes] = /^data:(image\/[\w+.-]+);base64,([\w+/=]+)$/.exec(source) ?? [];
  if (!type || !bytes) return undefined;
  const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  return new File([data], "", { type });
}

type StoredImage = { url: string; width: number; height: number };

/**
 * Uploads one image. `progress` receives the share sent, 0 to 1. A refusal rejects with an Error whose message is for
 * the person.
 */
function sendImage(file: File, progress: (share: number) => void): Promise<StoredImage> {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    body.append("image", file);
    const request = new XMLHttpRequest();
    request.open("POST", "/api/files/image");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error(texts.unreachable));
    request.onload = () => {
      const answer = request.response as (StoredImage & Refused) | null;
      if (request.status === 201 && answer) resolve(answer);
      else reject(new Error(answer?.data?.image?.[0] ?? answer?.message ?? texts.unreachable));
    };
    request.send(body);
  });
}

type Refused = { message?: string; data?: { image?: string[] } };
