import type { Sharp } from "sharp";
import { invalid, Refusal } from "../kernel/operation/refusal";
import { imageLibrary } from "../kernel/process/image-library";
import { ConcurrencyLimiter } from "../kernel/process/concurrency-limiter";

type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

const hasBytesAt = (bytes: Uint8Array, from: number, signature: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(signature.length, Math.max(0, bytes.byteLength - from)))
    .toString("latin1")
    .startsWith(signature);

/** The type of an image by its first bytes, regardless of its name. Undefined for unsupported types. */
function imageType(bytes: Uint8Array): ImageType | undefined {
  if (hasBytesAt(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (hasBytesAt(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (hasBytesAt(bytes, 0, "GIF87a") || hasBytesAt(bytes, 0, "GIF89a")) return "image/gif";
  if (hasBytesAt(bytes, 0, "RIFF") && hasBytesAt(bytes, 8, "WEBP")) return "image/webp";
  return undefined;
}

export type Encoded = { type: ImageType; width: number; height: number; bytes: Buffer<ArrayBuffer> };

const MAX_PIXELS = 25_000_000;
/** Pixels. Wider than any screen shows a text; many users have slow connections. */
const MAX_SIDE = 1_600;

const invalidImage = (message: string) => invalid({ image: [message] });
const NO_IMAGE = "Please choose a PNG, JPEG, GIF or WebP image.";

const encode: Record<ImageType, (image: Sharp) => Sharp> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/jpeg": (image) => image.jpeg({ quality: 82, mozjpeg: true }),
  "image/gif": (image) => image.gif(),
  "image/webp": (image) => image.webp({ quality: 82 }),
};

// One image at a time, because each may take a hundred megabytes.
const limiter = new ConcurrencyLimiter(1);

/**
 * Re-encodes an image. Only the picture remains, upright and without locations, names or hidden files, at most 1,600
 * pixels a side. Throws 422 at `image` unless the input is a complete image of one of the four types.
 */
export const reEncode = (bytes: Uint8Array): Promise<Encoded> => limiter.run(() => encodeImage(bytes));

async function encodeImage(input: Uint8Array): Promise<Encoded> {
  const type = imageType(input);
  if (!type) throw invalidImage(NO_IMAGE);
  const sharp = await imageLibrary();
  try {
    const source = sharp(input, { animated: true, failOn: "warning", limitInputPixels: MAX_PIXELS });
    const { width, height, pages = 1, pageHeight = height } = await source.metadata();
    if (width * pageHeight * pages > MAX_PIXELS) throw invalidImage("Please choose an image of at most 25 megapixels.");
    // Animated images have no orientation.
    const upright = pages > 1 ? source : source.autoOrient();
    const image = upright.resize({
      width: MAX_SIDE,
      height: MAX_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    });
    const { data, info } = await encode[type](image).toBuffer({ resolveWithObject: true });
    return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (/pixel limit/i.test((error as Error).message))
      throw invalidImage("Please choose an image of at most 25 megapixels.");
    throw invalidImage("This image is damaged. Please choose another one.");
  }
}
