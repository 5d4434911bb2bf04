import { z } from "zod";
import { classNames } from "../tracking";
import { Chain } from "./chain";
import { PriceOutput } from "./price";
import { Click, Event, Postback } from "./traces";
import { Verdict } from "./verdict";

const Link = z.object({
  siteId: z.int(),
  typeId: z.int(),
  agentId: z.int(),
  shape: z.enum(["direct", "encoded", "legacy"]),
  link: z.string(),
  /** Names for the ids. Null for records that do not exist (any more). */
  sitename: z.string().nullable(),
  typename: z.string().nullable(),
  officeName: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
});

const DryRun = z.object({
  status: z.int(),
  class: z.enum(classNames).nullable(),
  reason: z.string().nullable(),
  location: z.string().nullable(),
  geo: z.string(),
});

export const Findings = z.object({
  found: z.enum(["link", "click", "customer"]).nullable(),
  /** Every link in the text. The one selected by number is examined. */
  links: z.array(Link),
  verdict: Verdict.nullable(),
  chain: Chain.nullable(),
  /** Where a click by the given visitor would go now. */
  dryRun: DryRun.nullable(),
  price: PriceOutput.nullable(),
  clicks: z.array(Click),
  events: z.array(Event),
  postbacks: z.array(Postback),
});

export const NOTHING: z.input<typeof Findings> = {
  ...{ found: null, links: [], verdict: null, chain: null, dryRun: null, price: null },
  ...{ clicks: [], events: [], postbacks: [] },
};
