import { z } from "zod";
import { queryOne } from "../kernel/database/transactions";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { Entry, entryColumns, EntryReason, type EntryRow, Ip, toEntry } from "./entry";
import { addEntries } from "./change-entries";

/** Adds an address or network to the black list. If it is already there, returns the existing row. */
export const add = command({
  name: "blacklist.add",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ ip: Ip, reason: EntryReason }),
  output: Entry.extend({ isNew: z.boolean() }),
  async run(call, { ip, reason }) {
    const [created] = await addEntries(call, [ip], reason);
    const row = await queryOne<EntryRow>(sql`SELECT ${entryColumns} FROM black_list AS entries WHERE ip = ${ip}::cidr`);
    if (!row) throw new Error(`The entry ${ip} is gone.`);
    return { ...toEntry(row), isNew: created !== undefined };
  },
});
