import { z } from "zod";
import { one } from "../kernel/database";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Entry, Ip, shown } from "./entry";
import { listed } from "./list-entries";

/** Puts an address or a network on the black list. One that is there already answers its row. */
export const add = command({
  name: "blacklist.add",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ ip: Ip }),
  output: Entry.extend({ isNew: z.boolean() }),
  async run(call, { ip }) {
    const [made] = await listed(call, [ip]);
    const entry = await one<Entry>(sql`SELECT id, ${shown} AS ip FROM black_list WHERE ip = ${ip}::cidr`);
    if (!entry) throw new Error("An entry of the black list was taken away while it was added.");
    return { ...entry, isNew: made !== undefined };
  },
});
