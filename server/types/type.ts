import { type Attributes, Transaction, type WhereOptions } from "sequelize";
import { z } from "zod";
import { Price, Type } from "~models";
import { sitesVisible } from "../accounts";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { fromCents, toCents } from "../kernel/text/money";

/** A link of a site for admins. Only superadmins get earnings. Without a bonus its three fields are null. */
export const TypeOutput = z
  .object({
    id: z.int(),
    siteId: z.int(),
    typename: z.string(),
    typealias: z.string(),
    url: z.string(),
    bbrCh: z.int(),
    payout: z.number(),
    earning: z.number().optional(),
    lpp: z.int(),
    bonus: z.boolean(),
    bonusPayout: z.number().nullable(),
    bonusEarning: z.number().nullable().optional(),
    bonusLpp: z.int().nullable(),
    status: z.int(),
    showNoSalesStat: z.boolean(),
    allowedHosts: z.array(z.string()),
    feeGeos: z.array(z.object({ geo: z.string(), payout: z.number(), earning: z.number().optional() })),
    version: z.int(),
  })
  .meta({
    id: "LinkType",
    description:
      "A link of a site with its prices. Its ID is the key of its column in reports; with `b`, that of its bonuses.",
  });
export type TypeOutput = z.output<typeof TypeOutput>;

const typeColumns = selectColumns(Type, [
  ...(["id", "siteId", "typename", "typealias", "url", "bbrCh", "bonus", "showNoSalesStat"] as const),
  "allowedHosts",
]);
const priceColumns = selectColumns(Price, ["payout", "earning", "lpp"], { from: "price" });
type Stored = RowOf<typeof typeColumns> &
  RowOf<typeof priceColumns> &
  Pick<Attributes<Price>, "bonusPayout" | "bonusEarning" | "bonusLpp"> & {
    // A default price always has points.
    lpp: number;
    status: number;
    version: number;
    feeGeos: ({ geo: string } & Pick<Attributes<Price>, "payout" | "earning">)[] | null;
  };

/**
 * Links with the prices in effect now: of each kind the newest version up to this moment. If the clock was set back
 * behind the first price, the moment of that price counts instead. A planned price that has started counts as a change
 * of its link in `version`, so that a form opened before does not write the old price back.
 */
export async function findPricedTypes(
  actor: Actor,
  condition: Statement,
  order: Statement = nothing,
): Promise<TypeOutput[]> {
  const types = await queryRows<Stored>(sql`
    SELECT ${typeColumns}, ${priceColumns},
      CASE WHEN bonus THEN bonus_payout END AS "bonusPayout", CASE WHEN bonus THEN bonus_earning END AS "bonusEarning",
      CASE WHEN bonus THEN bonus_lpp END AS "bonusLpp", active::int AS status,
      version + (SELECT count(*) FROM prices WHERE type_id = types.id AND company_id IS NULL AND planned
        AND withdrawn_at IS NULL AND since <= present.moment)::int AS version,
      fees.list AS "feeGeos"
    FROM types
    CROSS JOIN LATERAL (SELECT greatest(${now()}::timestamptz, min(since)) AS moment FROM prices
      WHERE type_id = types.id AND company_id IS NULL AND geo IS NULL) AS present
    JOIN LATERAL (SELECT payout, earning, lpp, bonus_payout, bonus_earning, bonus_lpp FROM prices
      WHERE type_id = types.id AND company_id IS NULL AND geo IS NULL AND since <= present.moment AND withdrawn_at IS NULL
      ORDER BY since DESC, id DESC LIMIT 1
    ) AS price ON true
    LEFT JOIN LATERAL (SELECT json_agg(json_build_object('geo', geo, 'payout', payout::text, 'earning', earning::text)
        ORDER BY geo) AS list
      FROM (SELECT DISTINCT ON (geo) geo, payout, earning, enabled FROM prices
        WHERE type_id = types.id AND geo IS NOT NULL AND since <= present.moment AND withdrawn_at IS NULL
        ORDER BY geo, since DESC, id DESC) AS latest
      WHERE enabled
    ) AS fees ON true
    WHERE ${condition} ${order}`);
  return types.map((type) => toTypeOutput(type, hasRole(actor, "superadmin")));
}

function toTypeOutput({ earning, bonusEarning, ...type }: Stored, canSeeEarning: boolean): TypeOutput {
  return {
    ...type,
    payout: numberOf(type.payout),
    bonusPayout: type.bonusPayout === null ? null : numberOf(type.bonusPayout),
    feeGeos: (type.feeGeos ?? []).map((fee) => ({
      geo: fee.geo,
      payout: numberOf(fee.payout),
      ...(canSeeEarning ? { earning: numberOf(fee.earning) } : {}),
    })),
    ...(canSeeEarning
      ? { earning: numberOf(earning), bonusEarning: bonusEarning === null ? null : numberOf(bonusEarning) }
      : {}),
  };
}

const numberOf = (text: string): number => fromCents(toCents(text));

/** The link with its prices. Throws 404 if the account cannot see its site. */
export async function findPricedType(actor: Actor, id: number, siteId?: number): Promise<TypeOutput> {
  const [type] = await findPricedTypes(
    actor,
    sql`types.id = ${id} AND ${siteId === undefined ? sql`TRUE` : sql`site_id = ${siteId}`}
        AND ${sitesVisible(actor, sql`site_id`)}`,
  );
  if (!type) throw noSuch("link");
  return type;
}

const attributes = ["id", "siteId", "typename", "bonus"] as const;
type TypeSummary = Pick<Attributes<Type>, (typeof attributes)[number]>;

/** The link, if the account can see its site. */
export async function findType(actor: Actor, id: number): Promise<TypeSummary | undefined> {
  const { include } = Type.visibleTo(actor);
  return (await Type.findOne({ attributes: [...attributes], include, where: { id }, raw: true })) ?? undefined;
}

/** The link. Throws 404 if the account cannot see its site. */
export async function requireType(actor: Actor, id: number): Promise<TypeSummary> {
  const type = await findType(actor, id);
  if (!type) throw noSuch("link");
  return type;
}

/**
 * Locks the links that match the condition until the transaction ends, and returns them in the order of their ids. A
 * second change of a link or its prices waits here and then reads what the first one wrote.
 */
export const lockTypes = (where: WhereOptions<Attributes<Type>>): Promise<Type[]> =>
  Type.findAll({ where, order: ["id"], lock: Transaction.LOCK.NO_KEY_UPDATE });

/** The link, locked for update. It must belong to `siteId` if that is set. Throws 404. */
export async function lockType(id: number, siteId?: number): Promise<Type> {
  const [type] = await lockTypes(siteId === undefined ? { id } : { id, siteId });
  if (!type) throw noSuch("link");
  return type;
}

/** A link with the prices in force now. */
export const read = query({
  name: "types.read",
  does: "read links of a site",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: TypeOutput,
  run: ({ actor }, { id }) => findPricedType(actor, id),
});
