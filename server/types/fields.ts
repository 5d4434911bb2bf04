import { z } from "zod";
import { Flag, Id, Kept, Required, Status, Version } from "../kernel/operation/input";
import { Money, Points } from "../kernel/text/money";
import { webAddressFault } from "../kernel/net/web-address";
import { checkTarget } from "./target";

const Channel = z
  .int("Please enter a whole number.")
  .min(0, "Please enter a number of 0 or more.")
  .max(2_147_483_647, "Please enter a smaller number.");

/** A redirect target, with macros in its path, query or fragment. */
export const TargetUrl = Required().superRefine((text, context) => {
  if (text === "") return;
  // Without an http(s) scheme, the error is about the scheme; otherwise errors of macros come first.
  const message = (/^https?:/i.test(text) ? checkTarget(text) : undefined) ?? webAddressFault(text);
  if (message) context.addIssue({ code: "custom", message });
});

const COUNTRY = "Please enter the two letters of a country, such as US.";
export const Geo = z
  .string(COUNTRY)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, COUNTRY);
/** Prices of sales from single countries, in place of the usual price. Each country occurs once. */
export const FeeGeos = z
  .array(z.object({ geo: Geo, payout: Money, earning: Money }))
  .max(250, "Please use at most 250 countries.")
  .superRefine((fees, context) =>
    fees.forEach(({ geo }, index) => {
      if (fees.findIndex((fee) => fee.geo === geo) < index) {
        context.addIssue({ code: "custom", path: [index, "geo"], message: `${geo} is in the list already.` });
      }
    }),
  );

const required = {
  typename: Required(),
  typealias: Required(),
  url: TargetUrl,
  payout: Money,
  earning: Money,
  lpp: Points,
};
const optional = {
  bbrCh: Kept(Channel),
  bonus: Kept(Flag),
  bonusPayout: Kept(Money.nullable()),
  bonusEarning: Kept(Money.nullable()),
  bonusLpp: Kept(Points.nullable()),
  status: Kept(Status),
  showNoSalesStat: Kept(Flag),
  feeGeos: Kept(FeeGeos),
};

export const NewType = z.object({ siteId: Id, ...required, ...optional });
export type NewType = z.output<typeof NewType>;
export const ChangedType = z.object({
  id: Id,
  typename: Kept(required.typename),
  typealias: Kept(required.typealias),
  url: Kept(required.url),
  payout: Kept(required.payout),
  earning: Kept(required.earning),
  lpp: Kept(required.lpp),
  ...optional,
  /** The site in the path, if the link is addressed through its site. The link must belong to it. */
  siteId: Id.optional(),
  version: Version,
});
/** Required fields of a link's form. */
export const REQUIRED = Object.keys(required);
