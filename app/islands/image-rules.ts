import { editor as texts } from "~/texts";

/** The server's limits, checked before uploading. The size is in bytes. */
export const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const MAX_BYTES = 5 * 1024 * 1024;

export function imageError(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return texts.types;
  return file.size > MAX_BYTES ? texts.tooLarge : undefined;
}
