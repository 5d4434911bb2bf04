import { z } from "zod";
import { one } from "../kernel/database";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { sql } from "../kernel/sql";

const NAME = /^[\w-]{24}\.(png|jpg|gif|webp)$/;

type Image = { type: string; width: number; height: number; bytes: Buffer<ArrayBuffer> };

/** An image by its name, which only those know who may see the text that it stands in. */
export const read = query({
  name: "files.read",
  does: "see images",
  allow: anyone,
  quiet: true,
  input: z.object({ name: z.string() }),
  output: z.object({ type: z.string(), width: z.int(), height: z.int(), bytes: z.instanceof(Uint8Array) }),
  async run(_call, { name }) {
    const image = NAME.test(name)
      ? await one<Image>(sql`SELECT type, width, height, bytes FROM images WHERE name = ${name}`)
      : undefined;
    if (!image) throw notFound();
    return image;
  },
});
