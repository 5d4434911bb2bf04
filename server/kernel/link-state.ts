import { LinkState } from "~models";
import { afterCommit, run } from "./database";
import { sql } from "./sql";

/**
 * Notifies every worker that links do something else from now on: sites, types, agents, offices, site secrets or what
 * is enabled for whom. The last statements of a command that changes one of them; they take effect when it commits.
 */
export async function linksChanged(): Promise<void> {
  await LinkState.increment("version", { where: { single: true } });
  // SQL by hand: a notification is no record.
  await run(sql`SELECT pg_notify('links', '')`);
  readLinksAfterCommit();
}

/**
 * The links of this process are read again after the COMMIT and before the command answers, so that a new link works at
 * once. Also for commands that change a table that notifies the workers itself.
 */
export const readLinksAfterCommit = (): void => afterCommit(readAll);

const copies = new Set<() => Promise<void>>();

/** Registers a copy of the links that this process keeps; `read` must end within a second. Returns its removal. */
export function keepLinksCurrent(read: () => Promise<void>): () => void {
  copies.add(read);
  return () => void copies.delete(read);
}

async function readAll(): Promise<void> {
  await Promise.all([...copies].map((read) => read()));
}
