import { z } from "zod";
import { SavedView } from "~models";
import { all, sql } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Id, Ids, Nothing, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, orderBy, Paging, queryPage } from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { findVisible } from "../accounts";
import { mayOpen } from "./screens";
import { findView, toOutput, ViewOutput, type ViewRow, viewColumns, viewsVisible, viewTables } from "./view";
import { addressOf } from "./view-query";

const order = {
  name: sql`v.name COLLATE by_name`,
  screen: sql`v.screen`,
  lastUsedAt: sql`v.last_used_at`,
  id: sql`v.id`,
};
const Input = Paging(["name", "screen", "lastUsedAt", "id"], "name").extend({
  screen: Text(100).optional().describe("The address of a screen. Without it, the views of all screens."),
});

async function listViews(actor: Actor, { screen, ...paging }: z.output<typeof Input>) {
  const listing = {
    columns: viewColumns,
    from: viewTables,
    where: all([viewsVisible(actor), screen !== undefined && sql`v.screen = ${screen}`]),
    order: orderBy(order, paging, sql`v.id`),
  };
  const { rows, total } = await queryPage<ViewRow>(listing, paging);
  return { items: rows.map((row) => toOutput(actor, row)), total };
}

const listing = { does: "list saved views", allow: atLeast("agent") } as const;

/** The account's views and those shared with it. */
export const search = query({
  ...{ name: "views.search", ...listing },
  input: Input,
  output: List(ViewOutput),
  run: ({ actor }, input) => listViews(actor, input),
});

/** The same with its paging. */
export const listScreen = query({
  ...{ name: "views.listScreen", ...listing },
  input: Input,
  output: z.object({ views: List(ViewOutput), asked: Input }),
  run: async ({ actor }, input) => ({ views: await listViews(actor, input), asked: input }),
});

/** Views in the menu of a screen. */
const MOST_IN_MENU = 30;

/** The menu of a screen: the views of it, and whether the account may save another. */
export const ofScreen = query({
  ...{ name: "views.ofScreen", ...listing },
  autocommit: true,
  quiet: true,
  input: z.object({ screen: Text(100) }),
  output: z.array(z.object({ id: z.int(), name: z.string(), own: z.boolean(), owner: z.string() })).nullable(),
  async run({ actor }, { screen }) {
    if (!mayOpen(actor, screen)) return null;
    const views = await queryRows<{ id: number; name: string; own: boolean; owner: string }>(sql`
      SELECT v.id, v.name, v.account_id = ${actor.accountId} AS own, accounts.username AS owner
      FROM saved_views v JOIN accounts ON accounts.id = v.account_id
      WHERE v.screen = ${screen} AND ${viewsVisible(actor)}
      ORDER BY v.account_id <> ${actor.accountId}, v.name COLLATE by_name, v.id LIMIT ${MOST_IN_MENU}`);
    return views;
  },
});

/** The address of a view. Opening it is its last use. */
export const open = query({
  ...{ name: "views.open", ...listing },
  quiet: true,
  input: z.object({ id: Id }),
  output: z.object({ address: z.string() }),
  async run({ actor, onSettled }, { id }) {
    const view = await findView(actor, id);
    if (!actor.viewing) onSettled(() => SavedView.update({ lastUsedAt: now() }, { where: { id } }));
    return { address: addressOf(view) };
  },
});

/** The address that opens after signing in; null for Home. */
export const start = query({
  name: "views.start",
  does: "open your start screen",
  allow: atLeast("agent"),
  autocommit: true,
  quiet: true,
  whileDue: ["password", "secondStep"],
  input: Nothing,
  output: z.object({ address: z.string().nullable() }),
  async run({ actor }) {
    const view = await queryOne<{ id: number; screen: string; query: string }>(
      sql`SELECT id, screen, query FROM saved_views WHERE account_id = ${actor.accountId} AND is_start`,
    );
    return { address: view && mayOpen(actor, view.screen) ? addressOf(view) : null };
  },
});

/** The names of views in a confirmation. */
export const named = query({
  ...{ name: "views.named", ...listing },
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  run: async ({ actor }, { ids }) => (await findVisible(SavedView, actor, ids)).map(({ name }) => name),
});
