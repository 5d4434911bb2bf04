import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { findLinkSite, HalfMonth, laterHalfMonths, LinkSite } from "./list-screen";
import { OfficePrice, officePrices } from "./office-prices";
import { PriceChange, readPriceHistory, HistoryPaging } from "./price-history";
import { isUsed } from "./remove";
import { findPricedType, TypeOutput } from "./type";

const RECENT = 10;

/** The properties of the site that the form of a new link needs. */
export const createScreen = query({
  name: "types.createScreen",
  does: "add links to a site",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id }),
  output: z.object({ site: LinkSite }),
  run: async (_call, { siteId }) => ({ site: await findLinkSite(siteId) }),
});

/** A link's form: the link, its site, its newest prices, and whether clicks or events keep it from being deleted. */
export const editScreen = query({
  name: "types.editScreen",
  does: "change links of a site",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id, id: Id }),
  output: z.object({
    ...{ site: LinkSite, type: TypeOutput, prices: List(PriceChange) },
    ...{ offices: z.array(OfficePrice), used: z.boolean() },
  }),
  run: async ({ actor }, { siteId, id }) => ({
    site: await findLinkSite(siteId),
    type: await findPricedType(actor, id, siteId),
    used: await isUsed(id),
    prices: await readPriceHistory(actor, id, { page: 1, pageSize: RECENT }),
    offices: (await officePrices(actor, [id])).get(id) ?? [],
  }),
});

/** The prices of a link that a change can be tried on: its own, the countries' and the offices'. */
export const whatIfScreen = query({
  name: "types.whatIfScreen",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: z.object({ siteId: Id, id: Id }),
  output: z.object({ site: LinkSite, type: TypeOutput, offices: z.array(OfficePrice) }),
  run: async ({ actor }, { siteId, id }) => ({
    site: await findLinkSite(siteId),
    type: await findPricedType(actor, id, siteId),
    offices: (await officePrices(actor, [id])).get(id) ?? [],
  }),
});

/** The link whose history is read, and its site. */
export const historyScreen = query({
  name: "types.historyScreen",
  does: "read the history of links",
  allow: atLeast("admin"),
  input: z.object({ siteId: Id, id: Id }),
  output: z.object({ site: LinkSite, type: TypeOutput }),
  run: async ({ actor }, { siteId, id }) => ({
    site: await findLinkSite(siteId),
    type: await findPricedType(actor, id, siteId),
  }),
});

/** The complete history of a link's prices. */
export const pricesScreen = query({
  name: "types.pricesScreen",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: HistoryPaging.extend({ siteId: Id, id: Id }),
  output: z.object({
    ...{ site: LinkSite, type: TypeOutput, prices: List(PriceChange), asked: HistoryPaging },
    /** The half-months from which a price may be planned. */
    halfMonths: z.array(HalfMonth),
  }),
  run: async ({ actor }, { siteId, id, ...paging }) => ({
    site: await findLinkSite(siteId),
    type: await findPricedType(actor, id, siteId),
    prices: await readPriceHistory(actor, id, paging),
    asked: paging,
    halfMonths: laterHalfMonths(dayOf(now())),
  }),
});
