import type pg from "pg";
import { maskedTo, textOf } from "../../kernel/net/network";
import type { Words } from "../../kernel/net/address";
import type { Client } from "../../kernel/database/sql";
import { BlackList } from "./black-list";

// SQL by hand: workers read a list of up to a million entries page by page.

/** Rows per page. The event loop gets a turn between pages. */
const PAGE = 3_000;

/**
 * The black list as of the version that the open transaction sees. If `before` exists and the change log reaches back
 * to its version, the changes are applied to its list in place; otherwise the whole list is read page by page.
 */
export async function readBlackList(
  client: pg.Client,
  before: { version: number; blackList: BlackList } | undefined,
  progress: () => void,
): Promise<BlackList> {
  const { rows } = await client.query<{ since: number }>("SELECT black_list_since AS since FROM link_state");
  if (!before || before.version < (rows[0]?.since ?? 0)) return readWhole(client, progress);
  const changes = await client.query<{ entry: string; listed: boolean }>({
    text: "SELECT entry, listed FROM black_list_changes WHERE version > $1 ORDER BY version, id",
    values: [before.version],
  });
  await before.blackList.change(changes.rows);
  return before.blackList;
}

/**
 * The entries that contain the address. Each possible prefix is looked up in the index. Reads in the open transaction.
 */
export async function readBlackListOf(client: Client, address: Words | undefined): Promise<BlackList> {
  const list = new BlackList();
  if (!address) return list;
  const networks = Array.from({ length: address.length * 32 + 1 }, (_, bits) =>
    textOf({ words: maskedTo(bits, address), bits }),
  );
  const { rows } = await client.query<{ entry: string; listed: boolean }>({
    text: "SELECT black_list_text(ip) AS entry, true AS listed FROM black_list WHERE ip = ANY($1::cidr[])",
    values: [networks],
  });
  await list.change(rows);
  return list;
}

async function readWhole(client: pg.Client, progress: () => void): Promise<BlackList> {
  const list = new BlackList();
  for await (const entries of blackListPages(client)) {
    await list.change(entries);
    progress();
  }
  return list;
}

/** All entries in pages of 3,000. Reads in the open transaction. */
export async function* blackListPages(client: Client): AsyncGenerator<{ entry: string; listed: boolean }[]> {
  for (let after = 0; ;) {
    const { rows } = await client.query<{ id: number; entry: string; listed: boolean }>({
      text: "SELECT id, black_list_text(ip) AS entry, true AS listed FROM black_list WHERE id > $1 ORDER BY id LIMIT $2",
      values: [after, PAGE],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}
