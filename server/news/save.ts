import { z } from "zod";
import { run } from "../kernel/database";
import { Html } from "../kernel/html";
import { Version } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { stored } from "./stored";

/** A superadmin writes the news that everybody reads from then on; an empty text takes them away. */
export const save = command({
  name: "news.save",
  does: "edit the news",
  allow: atLeast("superadmin"),
  input: z.object({ html: Html, version: Version }),
  output: z.object({ html: z.string() }),
  async run({ changed }, { html, version }) {
    await run(sql`INSERT INTO news DEFAULT VALUES ON CONFLICT DO NOTHING`);
    const before = await stored({ held: true });
    sameVersion(version, before);
    if (html === before.html) return { html };
    await run(sql`UPDATE news SET html = ${html}, version = version + 1`);
    changed({ record: "news", id: 1, before: { html: before.html }, after: { html } });
    return { html };
  },
});
