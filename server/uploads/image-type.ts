export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

const at = (bytes: Uint8Array, from: number, signs: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(signs.length, Math.max(0, bytes.byteLength - from)))
    .toString("latin1")
    .startsWith(signs);

/** The type of an image by its first bytes, regardless of its name. Undefined for unsupported types. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  if (at(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (at(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (at(bytes, 0, "GIF87a") || at(bytes, 0, "GIF89a")) return "image/gif";
  if (at(bytes, 0, "RIFF") && at(bytes, 8, "WEBP")) return "image/webp";
  return undefined;
}
