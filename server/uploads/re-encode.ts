import type { Sharp } from "sharp";
import { imageLibrary } from "../kernel/image-library";
import { invalid, Refusal } from "../kernel/refusal";
import { Turns } from "../kernel/turns";
import { type ImageType, imageType } from "./image-type";

export type Encoded = { type: ImageType; width: number; height: number; bytes: Buffer<ArrayBuffer> };

const MOST_PIXELS = 25_000_000;
/** Wider than any screen shows a text; people sit on thin lines. */
const LONGEST_SIDE = 1_600;

const refused = (message: string) => invalid({ image: [message] });
const NO_IMAGE = "Please choose a PNG, JPEG, GIF or WebP image.";

const encode: Record<ImageType, (image: Sharp) => Sharp> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/jpeg": (image) => image.jpeg({ quality: 82, mozjpeg: true }),
  "image/gif": (image) => image.gif(),
  "image/webp": (image) => image.webp({ quality: 82 }),
};

// One image at a time: each may take a hundred megabytes.
const turns = new Turns(1);

/**
 * The image drawn anew: of what came in only the picture is left, upright, without places, names or hidden files, and
 * at most 1,600 pixels a side. Refuses (422 at `image`) what is no whole image of the four kinds.
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
    // Moving images have no other way up.
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
