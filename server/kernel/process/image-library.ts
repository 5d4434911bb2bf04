import type { SharpConstructor } from "sharp";

let loaded: Promise<SharpConstructor> | undefined;

/** sharp, loaded on first use (30 MB of native code). It works off the event loop, with one thread per image. */
export const imageLibrary = (): Promise<SharpConstructor> => (loaded ??= load());

async function load(): Promise<SharpConstructor> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Refuses all other formats, such as drawings, documents and raw photos, before they are parsed.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Png", "Jpeg", "Nsgif", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return sharp;
}
