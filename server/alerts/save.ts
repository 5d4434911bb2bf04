import { z } from "zod";
import { run } from "../kernel/database";
import { Html } from "../kernel/html";
import { Flag, Kept, Version } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { stored } from "./stored";

/** A superadmin writes the alert of all and says whether it is shown; a disabled one keeps its text. */
export const save = command({
  name: "alerts.save",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: z.object({ enable: Flag, html: Kept(Html), version: Version }),
  output: z.object({ enable: z.boolean(), html: z.string() }),
  async run({ changed }, { enable, html: given, version }) {
    await run(sql`INSERT INTO alerts DEFAULT VALUES ON CONFLICT DO NOTHING`);
    const before = await stored({ held: true });
    sameVersion(version, before);
    const html = given ?? before.html;
    if (enable === before.enable && html === before.html) return { enable, html };
    await run(sql`UPDATE alerts SET enable = ${enable}, html = ${html}, version = version + 1`);
    const { version: _, ...was } = before;
    changed({ record: "alert", id: 1, before: was, after: { enable, html } });
    return { enable, html };
  },
});
