import type pg from "pg";
import type { Company } from "../company";
import { SIGN_INS } from "../demo/accounts";
import { copyRows } from "./copy-rows";

const SCREEN = "/app/stats/sites";

const views: Readonly<Record<(typeof SIGN_INS)[number], readonly [name: string, query: string, shared: boolean]>> = {
  super: ["Offices last week", "groupBy=company&during=last-week", false],
  admin: ["Offices last half-month", "groupBy=company&during=last-half", true],
  manager: ["Agents this half-month", "groupBy=agent&during=this-half", true],
  agent: ["My last 28 days", "groupBy=date&during=last-28-days", false],
};

/** A view of each demo account. None is mailed. */
export async function writeViews(client: pg.Client, { accounts, now }: Company): Promise<void> {
  const rows = SIGN_INS.flatMap((username, index) => {
    const account = accounts.find((one) => one.username === username);
    const [name, query, shared] = views[username];
    return account ? [[index + 1, account.id, name, SCREEN, query, shared, new Date(now)]] : [];
  });
  await copyRows(client, "saved_views", ["id", "account_id", "name", "screen", "query", "shared", "created_at"], rows);
}
