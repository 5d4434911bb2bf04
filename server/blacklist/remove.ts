import { z } from "zod";
import { BlackListEntry } from "~models";
import { Deleted, Id, Ids } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { removeEntries } from "./change-entries";

/** Removes an entry from the black list. */
export const remove = command({
  name: "blacklist.remove",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  run: (call, { id }) => removeByIds(call, [id]),
});

/** Removes the selected rows of the list, all or none. */
export const removeChosen = command({
  name: "blacklist.remove",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "DELETE",
  input: z.object({ ids: Ids }),
  output: Deleted,
  run: (call, { ids }) => removeByIds(call, ids),
});

async function removeByIds(call: Call, ids: readonly number[]): Promise<z.input<typeof Deleted>> {
  const removed = await removeEntries(call, { id: [...ids] });
  if (removed.length < ids.length) throw noSuch("entry");
  return { deleted: removed.length };
}

/** The addresses shown in a confirmation. Throws 404. */
export const named = query({
  name: "blacklist.named",
  does: "read the IP black list",
  allow: atLeast("admin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run(_call, { ids }) {
    const { readableAttributes: attributes } = BlackListEntry;
    const entries = await BlackListEntry.findAll({ attributes, where: { id: ids }, order: ["ip"] });
    if (entries.length < ids.length) throw noSuch("entry");
    return entries.map(({ ip }) => ip);
  },
});
