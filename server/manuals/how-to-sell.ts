import { z } from "zod";
import { SiteManual } from "~models";
import { canReadManuals } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { findManual, visibleCondition } from "./manual";

const Tab = z.object({ id: z.int(), title: z.string() });
const tabColumns = selectColumns(SiteManual, ["id", "title"]);

/**
 * Titles of the manuals of active, unhidden sites that the account may see, and the open manual, by default the first.
 * SQL by hand: the titles are a list.
 */
export const howToSell = query({
  name: "manuals.howToSell",
  does: "read how to sell",
  allow: canReadManuals,
  input: z.object({ manual: Id.optional() }),
  output: z.object({ tabs: z.array(Tab), open: Tab.extend({ html: z.string() }).optional() }),
  async run({ actor }, { manual }) {
    const tabs = await queryRows<RowOf<typeof tabColumns>>(sql`
      SELECT ${tabColumns} FROM site_manuals JOIN sites ON sites.id = site_id
      WHERE active AND NOT hidden AND ${visibleCondition(actor)}
      ORDER BY lower(sitename), site_manuals.id`);
    if (manual !== undefined && !tabs.some(({ id }) => id === manual)) throw noSuch("manual");
    const openId = manual ?? tabs[0]?.id;
    return { tabs, open: openId === undefined ? undefined : await findManual(openId) };
  },
});
