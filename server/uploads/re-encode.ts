import type { Sharp } from "sharp";
import { invalid, Refusal, tooManyRequests } from "../kernel/operation/refusal";
import { imageLibrary } from "../kernel/process/image-library";
import { ConcurrencyLimiter, KeyedLimiter, NoSlot } from "../kernel/process/concurrency-limiter";

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
/** Over all frames. Encoding an animation takes ten times as long for each pixel as encoding a picture. */
const MAX_ANIMATED_PIXELS = 10_000_000;
/** No image within these bounds needs as long, not even on a busy machine. */
const MAX_SECONDS = 10;
/** Pixels. Wider than any screen shows a text; many users have slow connections. */
const MAX_SIDE = 1_600;

const invalidImage = (message: string) => invalid({ image: [message] });
const NO_IMAGE = "Please choose a PNG, JPEG, GIF or WebP image.";
const TOO_LARGE = "Please choose an image of at most 25 megapixels.";
const TOO_ANIMATED = "Please choose an animation of at most 10 megapixels over all of its frames.";
const TOO_SLOW = "This image takes too long to process. Please choose a smaller one.";

const encode: Record<ImageType, (image: Sharp) => Sharp> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/jpeg": (image) => image.jpeg({ quality: 82, mozjpeg: true }),
  "image/gif": (image) => image.gif(),
  "image/webp": (image) => image.webp({ quality: 82 }),
};

// One image at a time, because each may take a hundred megabytes.
const encoder = new ConcurrencyLimiter(1);
const MAX_WAITING = { account: 5, all: 20 };
const RETRY_SECONDS = 10;
/** Of each account one image is next in the encoder's queue, so that accounts take turns. */
const accounts = new KeyedLimiter<number>(1, { maxWaiting: MAX_WAITING.account });
let pending = 0;

/**
 * Re-encodes an image of the account. Only the picture remains, upright and without locations, names or hidden files, at most
 * 1,600 pixels a side. Throws 422 at `image` unless the input is a complete image of one of the four types, and 429 if too
 * many images wait already.
 */
export async function reEncode(bytes: Uint8Array, accountId: number): Promise<Encoded> {
  if (pending > MAX_WAITING.all) {
    throw tooManyRequests(`The server is busy with other images. ${tryAgain}`, RETRY_SECONDS);
  }
  pending += 1;
  try {
    return await accounts.run(accountId, () => encoder.run(() => encodeImage(bytes)));
  } catch (error) {
    if (!(error instanceof NoSlot)) throw error;
    throw tooManyRequests(`${MAX_WAITING.account} of your images are waiting already. ${tryAgain}`, RETRY_SECONDS);
  } finally {
    pending -= 1;
  }
}

const tryAgain = `Please try again in ${RETRY_SECONDS} seconds.`;

export async function encodeImage(input: Uint8Array, maxSeconds = MAX_SECONDS): Promise<Encoded> {
  const type = imageType(input);
  if (!type) throw invalidImage(NO_IMAGE);
  const sharp = await imageLibrary();
  try {
    const source = sharp(input, { animated: true, failOn: "warning", limitInputPixels: MAX_PIXELS });
    const { width, height, pages = 1, pageHeight = height } = await source.metadata();
    const pixels = width * pageHeight * pages;
    if (pages > 1 && pixels > MAX_ANIMATED_PIXELS) throw invalidImage(TOO_ANIMATED);
    if (pixels > MAX_PIXELS) throw invalidImage(TOO_LARGE);
    // Animated images have no orientation.
    const upright = pages > 1 ? source : source.autoOrient();
    const image = upright.resize({
      width: MAX_SIDE,
      height: MAX_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    });
    const limited = encode[type](image).timeout({ seconds: maxSeconds });
    const { data, info } = await limited.toBuffer({ resolveWithObject: true });
    return { type, width: info.width, height: info.pageHeight ?? info.height, bytes: data };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { message } = error as Error;
    if (/pixel limit/i.test(message)) throw invalidImage(TOO_LARGE);
    if (/^timeout/i.test(message)) throw invalidImage(TOO_SLOW);
    throw invalidImage("This image is damaged. Please choose another one.");
  }
}
