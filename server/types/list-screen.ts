import { z } from "zod";
import { now } from "../kernel/clock";
import { one, rows } from "../kernel/database";
import { query } from "../kernel/operation";
import { type Day, addDays, dayOf, payPeriodId, periodOf } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { avpTiersOf, AvpPeriod } from "./avp-tiers";
import { avpVersion } from "./set-avp-periods";
import { BySite, orderOf, sortedTypes } from "./by-site";
import { Type } from "./type";

const Site = z.object({ id: z.int(), sitename: z.string(), avp: z.boolean(), useApproveSale: z.boolean() });
const HalfMonth = z.object({ value: z.string(), label: z.string() });

/** A site's links, and how AVP sites pay. */
export const listScreen = query({
  name: "types.listScreen",
  does: "list the links of a site",
  allow: atLeast("admin"),
  input: BySite,
  output: z.object({
    site: Site,
    types: z.array(Type),
    asked: z.object({ sortField: z.string(), sortAsc: z.boolean() }),
    avp: z.object({
      tiers: z.array(AvpPeriod),
      validFrom: z.string().nullable(),
      version: z.int(),
      /** Tiers that hold from a later half-month on. */
      later: z.array(z.object({ validFrom: z.string(), tiers: z.array(AvpPeriod) })),
      /** The half-months from which a change may hold. */
      halfMonths: z.array(HalfMonth),
      /** The half-month after the running one: a change from then on touches no sale that is made already. */
      next: z.string(),
    }),
  }),
  async run({ actor }, { siteId, ...asked }) {
    const order = orderOf(actor, asked);
    const site = await siteOf(siteId);
    const today = dayOf(now());
    const later = await rows<{ validFrom: Day }>(sql`
      SELECT DISTINCT valid_from::text AS "validFrom" FROM avp_tiers
      WHERE valid_from > ${periodOf(today, "beWeek").start}::date ORDER BY 1`);
    return {
      site,
      types: await sortedTypes(actor, siteId, order),
      asked,
      avp: {
        ...(await avpTiersOf(today)),
        version: await avpVersion(),
        later: await Promise.all(
          later.map(async ({ validFrom }) => ({ validFrom, tiers: (await avpTiersOf(validFrom)).tiers })),
        ),
        halfMonths: await openHalfMonths(today),
        next: addDays(periodOf(today, "beWeek").end, 1),
      },
    };
  },
});

/** Admins may know of every site. Throws 404. */
export async function siteOf(id: number): Promise<z.output<typeof Site>> {
  const site = await one<z.output<typeof Site>>(sql`
    SELECT id, sitename, avp, use_approve_sale AS "useApproveSale" FROM sites WHERE id = ${id}`);
  if (!site) throw notFound();
  return site;
}

const BACK = 3;
const AHEAD = 6;

/** The running half-month, the next ones, and those before that are not closed yet. */
async function openHalfMonths(today: Day): Promise<z.output<typeof HalfMonth>[]> {
  const closed = await one<{ id: number | null }>(sql`SELECT max(id) AS id FROM pay_periods`);
  let { start } = periodOf(today, "beWeek");
  for (let i = 0; i < BACK; i += 1) ({ start } = periodOf(addDays(start, -1), "beWeek"));
  const list: z.output<typeof HalfMonth>[] = [];
  for (let i = 0; i < BACK + AHEAD; i += 1) {
    const half = periodOf(start, "beWeek");
    if (payPeriodId(start) > (closed?.id ?? 0)) list.push({ value: start, label: `${half.start} ~ ${half.end}` });
    start = addDays(half.end, 1);
  }
  return list;
}
