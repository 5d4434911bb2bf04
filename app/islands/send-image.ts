import { editor as texts } from "~/texts";

export type StoredImage = { url: string; width: number; height: number };

/**
 * Uploads one image. `progress` receives the share sent, 0 to 1. A refusal rejects with an Error whose message is for
 * the person.
 */
export function sendImage(file: File, progress: (share: number) => void): Promise<StoredImage> {
  return new Promise((done, failed) => {
    const body = new FormData();
    body.append("image", file);
    const request = new XMLHttpRequest();
    request.open("POST", "/api/files/image");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => failed(new Error(texts.unreachable));
    request.onload = () => {
      const answer = request.response as (StoredImage & Refused) | null;
      if (request.status === 201 && answer) done(answer);
      else failed(new Error(answer?.data?.image?.[0] ?? answer?.message ?? texts.unreachable));
    };
    request.send(body);
  });
}

type Refused = { message?: string; data?: { image?: string[] } };
