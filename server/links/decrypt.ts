import { z } from "zod";
import { Text } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import type { Coded } from "./codes";
import { ownLinkCodes } from "./link-keys";

const LARGEST_ID = 2_147_483_647;

/** What a link stands for: a code alone, or a whole link of either shape with any host and query. */
export const decrypt = query({
  name: "links.decrypt",
  does: "read tracked links",
  allow: atLeast("admin"),
  input: z.object({ value: Text(8_192) }),
  output: z.object({ siteId: z.int(), typeId: z.int(), agentId: z.int() }),
  async run(_call, { value }) {
    const found = direct(value) ?? (await encoded(value));
    if (!found) throw notFound("This link was not made here.");
    return found;
  },
});

const pathOf = (text: string) => text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, "").replace(/[?#].*$/s, "");

function direct(text: string): Coded | undefined {
  const ids = /(?:^|\/)api\/links\/go\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})$/.exec(pathOf(text));
  if (!ids) return undefined;
  const [siteId, typeId, agentId] = ids.slice(1).map(Number) as [number, number, number];
  return Math.max(siteId, typeId, agentId) <= LARGEST_ID ? { siteId, typeId, agentId } : undefined;
}

async function encoded(text: string): Promise<Coded | undefined> {
  const code = /^(?:.*\/api\/l\/|\/?api\/l\/)?([A-Za-z0-9_-]{32})$/.exec(pathOf(text))?.[1];
  return code === undefined ? undefined : (await ownLinkCodes()).decode(code);
}
