import sharp from "sharp";

/** Typical images. */
type Size = { width?: number; height?: number; /** A different colour for every pixel. */ noise?: boolean };

const field = ({ width = 8, height = 6, noise = false }: Size) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#335577",
      ...(noise ? { noise: { type: "gaussian" as const, mean: 128, sigma: 40 } } : {}),
    },
  });

export const aPicture = (kind: "png" | "jpeg" | "gif" | "webp", size: Size = {}): Promise<Buffer> =>
  field(size).toFormat(kind).toBuffer();

/** A photo with its orientation in the EXIF data. */
export const withOrientation = (photo: Buffer, orientation: number): Promise<Buffer> =>
  sharp(photo)
    .withExif({ IFD0: { Copyright: "hidden" } })
    .withMetadata({ orientation })
    .toBuffer();

export async function aGif({
  width,
  height,
  frames,
  noise = false,
}: {
  width: number;
  height: number;
  frames: number;
  noise?: boolean;
}): Promise<Buffer> {
  const shade = (i: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: (i * 37) % 256, g: (i * 91) % 256, b: 99 } } });
  const shades = Array.from({ length: frames }, (_, i) =>
    // More colours than a GIF has would take seconds to reduce.
    (noise ? field({ width, height, noise }).greyscale() : shade(i)).png({ compressionLevel: 1 }),
  );
  return sharp(await Promise.all(shades.map((image) => image.toBuffer())), { join: { animated: true } })
    .gif()
    .toBuffer();
}
