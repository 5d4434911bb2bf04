import { z } from "zod";
import { BlackListEntry } from "~models";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Entry, Ip } from "./entry";
import { addEntries } from "./change-entries";

/** Adds an address or network to the black list. If it is already there, returns the existing row. */
export const add = command({
  name: "blacklist.add",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ ip: Ip }),
  output: Entry.extend({ isNew: z.boolean() }),
  async run(call, { ip }) {
    const [created] = await addEntries(call, [ip]);
    const { id, ip: formatted } = await BlackListEntry.findOne({
      attributes: BlackListEntry.readableAttributes,
      where: { ip },
      rejectOnEmpty: true,
    });
    return { id, ip: formatted, isNew: created !== undefined };
  },
});
