import type { SharpConstructor } from "sharp";

let loaded: Promise<SharpConstructor> | undefined;

/** sharp, loaded when a process first needs it: 30 MB of native code. It works beside the event loop, on one thread an image. */
export const imageLibrary = (): Promise<SharpConstructor> => (loaded ??= load());

async function load(): Promise<SharpConstructor> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Drawings, documents and raw photos are never even opened.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Png", "Jpeg", "Nsgif", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return sharp;
}
