import { z } from "zod";
import { one } from "../kernel/database";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

type Image = { url: string; width: number; height: number };

/** The image that was just added, for the screen that adds them. */
export const added = query({
  name: "files.added",
  does: "add images",
  allow: atLeast("company"),
  input: z.object({ image: z.string().optional() }),
  output: z.object({ image: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable() }),
  async run(_call, { image: name = "" }) {
    const image = await one<Image>(sql`
      SELECT '/images/' || name AS url, width, height FROM images WHERE name = ${name.replaceAll("\0", "")}`);
    return { image: image ?? null };
  },
});
