import { z } from "zod";

import { SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import {
  Event,
  ownLinks,
  parsePastedText,
  type PastedText,
  Postback,
  tracesOfClick,
  tracesOfCustomer,
  tracesOfTransaction,
} from "../doctor";
import { FoundSite, FoundType, sitesNamed, typesNamed } from "./catalogue";
import { agentsNamed, FoundAgent, FoundOffice, officesNamed } from "./people";

const SHORTEST = 2;
const LONGEST = 300;

/** At most `SHOWN` of a kind; `more` is true if there are others. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), more: z.boolean() });

const Found = z.object({
  q: z.string(),
  /** A click ID, transaction ID or link that needs no choice: the link doctor explains it. */
  exact: z.enum(["click", "transaction", "link"]).nullable(),
  agents: groupOf(FoundAgent),
  offices: groupOf(FoundOffice),
  sites: groupOf(FoundSite),
  types: groupOf(FoundType),
  /** The newest sales and bonuses to a customer's e-mail address or under a transaction ID. */
  events: z.array(Event),
  /** The newest postbacks of them that were not booked. */
  postbacks: z.array(Postback),
});
type Found = z.input<typeof Found>;

const none = { items: [], more: false };
const NOTHING: Omit<Found, "q"> = {
  ...{ exact: null, agents: none, offices: none, sites: none, types: none },
  ...{ events: [], postbacks: [] },
};

/**
 * Searches by a name, an e-mail address, an ID or a link, in the account's scope: agents find their own records, managers
 * those of their office. Clicks, events and postbacks are found through an index each; the other tables are small.
 */
export const find = query({
  name: "search.find",
  countsClicks: true,
  does: "search",
  allow: atLeast("agent"),
  input: z.object({ q: SearchText(LONGEST).default("") }),
  output: Found,
  async run({ actor }, { q: typed }) {
    const q = typed.trim();
    if (q === "") return { q, ...NOTHING };
    if ([...q].length < SHORTEST) throw invalid({ q: [`Please enter at least ${SHORTEST} characters.`] });
    const pasted = await parsePastedText(q);
    const traced = await findTraces(actor, pasted);
    if (traced.exact === "click" || traced.exact === "link") return { q, ...NOTHING, exact: traced.exact };
    const named = {
      agents: await agentsNamed(actor, q),
      offices: await officesNamed(actor, q),
      sites: await sitesNamed(actor, q),
      types: await typesNamed(actor, q),
    };
    const isNamed = Object.values(named).some(({ items }) => items.length > 0);
    return { q, ...traced, ...named, exact: isNamed ? null : traced.exact };
  },
});

type FoundTraces = Pick<Found, "exact" | "events" | "postbacks">;

async function findTraces(actor: Actor, pasted: PastedText): Promise<FoundTraces> {
  const { events, postbacks } = NOTHING;
  if (pasted.found === "link") {
    return { exact: (await ownLinks(actor, pasted.links)).length > 0 ? "link" : null, events, postbacks };
  }
  if (pasted.found === "customer") return { exact: null, ...(await tracesOfCustomer(actor, pasted.email)) };
  if (pasted.found === "click") {
    const { clicks, ...traces } = await tracesOfClick(actor, pasted.clickId);
    if (clicks.length + traces.events.length + traces.postbacks.length > 0) {
      return { exact: "click", events, postbacks };
    }
    return findTransaction(actor, pasted.clickId);
  }
  return pasted.found === "transaction" ? findTransaction(actor, pasted.txid) : { exact: null, events, postbacks };
}

async function findTransaction(actor: Actor, txid: string): Promise<FoundTraces> {
  const traces = await tracesOfTransaction(actor, txid);
  return { exact: traces.events.length + traces.postbacks.length > 0 ? "transaction" : null, ...traces };
}
