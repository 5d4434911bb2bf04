import type { Sharp } from "sharp";
import { invalid, Refusal } from "../kernel/operation/refusal";
import { imageLibrary } from "../kernel/process/image-library";
import { Turns } from "../kernel/process/turns";

type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

const at = (bytes: Uint8Array, from: number, signs: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(signs.length, Math.max(0, bytes.byteLength - from)))
    .toString("latin1")
    .startsWith(signs);

/** The type of an image by its first bytes, regardless of its name. Undefined for unsupported types. */
function imageType(bytes: Uint8Array): ImageType | undefined {
  if (at(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (at(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (at(bytes, 0, "GIF87a") || at(bytes, 0, "GIF89a")) return "image/gif";
  if (at(bytes, 0, "RIFF") && at(bytes, 8, "WEBP")) return "image/webp";
  return undefined;
}

export type Encoded = { type: ImageType; width: number; height: number; bytes: Buffer<ArrayBuffer> };

const MOST_PIXELS = 25_000_000;
/** Pixels. Wider than any screen shows a text; many users have slow connections. */
const LONGEST_SIDE = 1_600;

const refused = (message: string) => invalid({ image: [message] });
const NO_IMAGE = "Please choose a PNG, JPEG, GIF or WebP image.";

const encode: Record<ImageType, (image: Sharp) => Sharp> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/jpeg": (image) => image.jpeg({ quality: 82, mozjpeg: true }),
  "image/gif": (image) => image.gif(),
  "image/webp": (image) => image.webp({ quality: 82 }),
};

// One image at a time, because each may take a hundred megabytes.
const turns = new Turns(1);

/**
 * Re-encodes an image. Only the picture remains, upright and without locations, names or hidden files, at most 1,600
 * pixels a side. Throws 422 at `image` unless the input is a complete image of one of the four types.
 */
export const reEncode = (given: Uint8Array): Promise<Encoded> => turns.run(() => draw(given));

async function draw(given: Uint8Array): Promise<Encoded> {
  const type = imageType(given);
  if (!type) throw refused(NO_IMAGE);
  const sharp = await imageLibrary();
  try {
    const source = sharp(given, { animated: true, failOn: "warning", limitInputPixels: MOST_PIXELS });
    const { width, height, pages = 1, pageHeight = height } = await source.metadata();
    if (width * pageHeight * pages > MOST_PIXELS) throw refused("Please choose an image of at most 25 megapixels.");
    // Animated images have no orientation.
    const upright = pages > 1 ? source : source.autoOrient();
    const image = upright.resize({
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    });
    const { data, info } = await encode[type](image).toBuffer({ resolveWithObject: true });
    return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data };
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    if (/pixel limit/i.test((fault as Error).message))
      throw refused("Please choose an image of at most 25 megapixels.");
    throw refused("This image is damaged. Please choose another one.");
  }
}
