import { editor as texts } from "~/texts";

/** The server's limits, checked before uploading. The size is in bytes. */
export const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const LARGEST = 5 * 1024 * 1024;

export function wrongWith(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return texts.types;
  return file.size > LARGEST ? texts.tooLarge : undefined;
}
