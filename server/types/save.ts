import { Transaction } from "sequelize";
import { z } from "zod";
import { Site, Type } from "~models";
import { markLinksChanged } from "../kernel/database/link-state";
import { saveVersioned } from "../kernel/database/records";
import { webAddressError } from "../kernel/net/urls";
import { sql } from "../kernel/database/sql";
import { auditKey, difference } from "../kernel/operation/audit";
import { Flag, Id, OptionalField, Required, Status, Text, Version } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { invalid, noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { Money, Points } from "../kernel/text/money";
import { AllowedHosts, deepLinkError } from "./allowed-hosts";
import { Geo } from "./country";
import { newestPrice, writePrice } from "./price-version";
import { checkTarget } from "./target";
import { findPricedType, lockType, TypeOutput } from "./type";

const Channel = z
  .int("Please enter a whole number.")
  .min(0, "Please enter a number of 0 or more.")
  .max(2_147_483_647, "Please enter a smaller number.");

/** As long as an address that every browser and mail program follows. */
const LONGEST_TARGET = 2_000;

/** A redirect target, with macros in its path, query or fragment. */
const TargetUrl = Required(LONGEST_TARGET).superRefine((text, context) => {
  if (text === "") return;
  // Without an http(s) scheme, the error is about the scheme; otherwise errors of macros come first.
  const message = (/^https?:/i.test(text) ? checkTarget(text) : undefined) ?? webAddressError(text);
  if (message) context.addIssue({ code: "custom", message });
});

/** The reason of a price change, kept with it. */
export const Reason = Text(255).optional();
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
  bbrCh: OptionalField(Channel),
  bonus: OptionalField(Flag),
  bonusPayout: OptionalField(Money.nullable()),
  bonusEarning: OptionalField(Money.nullable()),
  bonusLpp: OptionalField(Points.nullable()),
  status: OptionalField(Status),
  showNoSalesStat: OptionalField(Flag),
  feeGeos: OptionalField(FeeGeos),
  allowedHosts: OptionalField(AllowedHosts),
};

export const NewType = z.object({ siteId: Id, ...required, ...optional });
export type NewType = z.output<typeof NewType>;
export const ChangedType = z.object({
  id: Id,
  typename: OptionalField(required.typename),
  typealias: OptionalField(required.typealias),
  url: OptionalField(required.url),
  payout: OptionalField(required.payout),
  earning: OptionalField(required.earning),
  lpp: OptionalField(required.lpp),
  ...optional,
  /** The site in the path, if the link is addressed through its site. The link must belong to it. */
  siteId: Id.optional(),
  reason: Reason,
  version: Version,
});
/** Required fields of a link's form. */
export const REQUIRED = Object.keys(required);

type Prices = {
  payout: number;
  earning: number;
  lpp: number;
  bonus: boolean;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
  feeGeos: readonly { geo: string; payout: number; earning: number }[];
};

/**
 * Writes those prices of a link that differ from the versions in effect: the default, each country's, and a disabled
 * version for each country that was removed from the list. Without a bonus its three fields are null.
 */
async function savePrices(
  call: Call,
  typeId: number,
  prices: Prices,
  { removedGeos = [], reason }: { removedGeos?: readonly string[]; reason?: string | undefined } = {},
) {
  const { payout, earning, lpp, bonus } = prices;
  const bonusAmounts = {
    bonusPayout: bonus ? (prices.bonusPayout ?? 0) : null,
    bonusEarning: bonus ? (prices.bonusEarning ?? 0) : null,
    bonusLpp: bonus ? (prices.bonusLpp ?? 0) : null,
  };
  await writePrice(call, { typeId }, { enabled: true, payout, earning, lpp, ...bonusAmounts }, { reason });
  const noBonus = { lpp: null, bonusPayout: null, bonusEarning: null, bonusLpp: null };
  for (const { geo, ...fee } of prices.feeGeos) {
    await writePrice(call, { typeId, geo }, { enabled: true, ...fee, ...noBonus }, { reason });
  }
  for (const geo of removedGeos) {
    const before = await newestPrice({ typeId, geo });
    if (before) await writePrice(call, { typeId, geo }, { ...before, enabled: false }, { reason });
  }
}

/** Throws 422. */
function requireDeepLinks(url: string, hosts: readonly string[]): void {
  const message = deepLinkError(url, hosts);
  if (message) throw invalid({ allowedHosts: [message] });
}

/** Adds a link to a site with its first prices: active and without a bonus by default. */
export const create = command({
  name: "types.create",
  does: "add links to a site",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewType,
  output: TypeOutput,
  async run(call, input) {
    const id = await insertType(call, input);
    await markLinksChanged();
    return findPricedType(call.actor, id);
  },
});

/** Throws 404 if the site does not exist. */
export async function insertType(
  call: Call,
  { siteId, typename, typealias, url, ...fields }: NewType,
): Promise<number> {
  const { bbrCh = 0, bonus = false, status = true, showNoSalesStat = false, feeGeos = [], allowedHosts = [] } = fields;
  requireDeepLinks(url, allowedHosts);
  // Deleting the site waits for this lock, or has already succeeded.
  const site = await Site.findByPk(siteId, { attributes: ["id"], lock: Transaction.LOCK.KEY_SHARE });
  if (!site) throw noSuch("site");
  const values = { siteId, typename, typealias, url, bbrCh, bonus, showNoSalesStat, allowedHosts };
  const { id } = await Type.create({ ...values, active: status });
  call.changed({ record: "type", id, before: null, after: { ...values, status: Number(status) } });
  const { payout, earning, lpp, bonusPayout = null, bonusEarning = null, bonusLpp = null } = fields;
  await savePrices(call, id, { payout, earning, lpp, bonus, bonusPayout, bonusEarning, bonusLpp, feeGeos });
  return id;
}

/**
 * Saves a link. Missing fields keep their value. A changed price applies to sales from now on, never to earlier ones.
 */
export const update = command({
  name: "types.update",
  does: "change links of a site",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedType,
  output: TypeOutput,
  current: ({ actor }, { id }) => findPricedType(actor, id),
  audited: (_call, { id }) =>
    sql`${auditKey("type", id)} UNION ALL SELECT 'price', id::text FROM prices WHERE type_id = ${id}`,
  async run(call, { id, siteId, version, ...fields }) {
    const type = await lockType(id, siteId);
    await changeType(call, type, await findPricedType(call.actor, id), fields, version);
    await markLinksChanged();
    return findPricedType(call.actor, id);
  },
});

type TypeChanges = Omit<z.output<typeof ChangedType>, "id" | "siteId" | "version">;

/** Writes the changed fields of a locked link, for a superadmin and in the version of the form. */
export async function changeType(
  call: Call,
  type: Type,
  stored: TypeOutput,
  { reason, ...input }: TypeChanges,
  version?: number,
): Promise<void> {
  const merged = mergedType(stored, input);
  const { typename, typealias, url, bbrCh, bonus, status, showNoSalesStat, allowedHosts } = merged;
  requireDeepLinks(url, allowedHosts);
  const columns = { typename, typealias, url, bbrCh, bonus, showNoSalesStat, allowedHosts };
  // Plans that have started count as changes of the link, but not in its row.
  const startedPlans = stored.version - type.version;
  await saveVersioned(type, version === undefined ? undefined : version - startedPlans, {
    ...columns,
    active: status === 1,
  });
  const after = { ...columns, status };
  const was = Object.fromEntries(Object.keys(after).map((key) => [key, stored[key as keyof typeof after]]));
  const changes = difference(was, after);
  if (changes) call.changed({ record: "type", id: stored.id, ...changes });
  const keptGeos = new Set(merged.feeGeos.map(({ geo }) => geo));
  const removedGeos = stored.feeGeos.map(({ geo }) => geo).filter((geo) => !keptGeos.has(geo));
  await savePrices(call, stored.id, merged, { removedGeos, reason });
}

/** The link after the change. The bonus fields are null if it pays no bonus, and 0 if they were never set. */
export function mergedType(stored: TypeOutput, { status, feeGeos, ...input }: Omit<TypeChanges, "reason">) {
  const merged = { ...stored, ...input, status: status === undefined ? stored.status : Number(status) };
  const { bonus } = merged;
  return {
    ...merged,
    earning: merged.earning ?? 0,
    bonusPayout: bonus ? (merged.bonusPayout ?? 0) : null,
    bonusEarning: bonus ? (merged.bonusEarning ?? 0) : null,
    bonusLpp: bonus ? (merged.bonusLpp ?? 0) : null,
    feeGeos: (feeGeos ?? stored.feeGeos)
      .map((fee) => ({ ...fee, earning: fee.earning ?? 0 }))
      .sort((a, b) => (a.geo < b.geo ? -1 : 1)),
  };
}
