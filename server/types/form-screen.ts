import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { SiteOfTypes, siteOf } from "./list-screen";
import { PriceChange, timeLine, TimeLinePage } from "./price-time-line";
import { findPricedType, TypeOutput } from "./type";

const RECENT = 10;

/** The properties of the site that the form of a new link needs. */
export const createScreen = query({
  name: "types.createScreen",
  does: "add links to a site",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id }),
  output: z.object({ site: SiteOfTypes }),
  run: async (_call, { siteId }) => ({ site: await siteOf(siteId) }),
});

/** A link's form: the link, its site, and its newest prices. */
export const editScreen = query({
  name: "types.editScreen",
  does: "change links of a site",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id, id: Id }),
  output: z.object({ site: SiteOfTypes, type: TypeOutput, prices: List(PriceChange) }),
  run: async ({ actor }, { siteId, id }) => ({
    site: await siteOf(siteId),
    type: await findPricedType(actor, id, siteId),
    prices: await timeLine(actor, id, { page: 1, pageSize: RECENT }),
  }),
});

/** The complete history of a link's prices. */
export const pricesScreen = query({
  name: "types.pricesScreen",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: TimeLinePage.extend({ siteId: Id, id: Id }),
  output: z.object({ site: SiteOfTypes, type: TypeOutput, prices: List(PriceChange), asked: TimeLinePage }),
  run: async ({ actor }, { siteId, id, ...asked }) => ({
    site: await siteOf(siteId),
    type: await findPricedType(actor, id, siteId),
    prices: await timeLine(actor, id, asked),
    asked,
  }),
});
