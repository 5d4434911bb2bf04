import { z } from "zod";
import { Image } from "~models";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** The image that was just added, for the screen that adds images. */
export const uploadedImage = query({
  name: "files.added",
  does: "add images",
  allow: atLeast("company"),
  input: z.object({ image: z.string().optional() }),
  output: z.object({ image: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable() }),
  async run(_call, { image: name = "" }) {
    const attributes = ["name", "width", "height"];
    const image = await Image.findByPk(name.replaceAll("\0", ""), { attributes });
    return { image: image && { url: `/images/${image.name}`, width: image.width, height: image.height } };
  },
});
