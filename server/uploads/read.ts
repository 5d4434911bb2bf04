import { z } from "zod";
import { Image } from "~models";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";

const NAME = /^[\w-]{24}\.(png|jpg|gif|webp)$/;

/** An image by its name. Only people who can see a text that contains it know the name. */
export const read = query({
  name: "files.read",
  does: "see images",
  allow: anyone,
  quiet: true,
  input: z.object({ name: z.string() }),
  output: z.object({ type: z.string(), width: z.int(), height: z.int(), bytes: z.instanceof(Uint8Array) }),
  async run(_call, { name }) {
    const attributes = ["type", "width", "height", "bytes"];
    const image = NAME.test(name) ? await Image.findByPk(name, { attributes, raw: true }) : null;
    if (!image) throw noSuch("image");
    return image;
  },
});
