import { LinkState } from "~models";
import { afterCommit, run } from "./transactions";
import { sql } from "./sql";

/**
 * Notifies every worker that links have changed. Call it at the end of a command that changes sites, types, agents,
 * offices, site secrets or what is enabled for whom. The notification is sent when the command commits.
 */
export async function linksChanged(): Promise<void> {
  await LinkState.increment("version", { where: { single: true } });
  // SQL by hand: a notification is not a row of a model.
  await run(sql`SELECT pg_notify('links', '')`);
  readLinksAfterCommit();
}

/**
 * Rereads the links of this process after the COMMIT and before the command returns, so that a new link works at once.
 * Call it directly if the changed table notifies the workers itself.
 */
export const readLinksAfterCommit = (): void => afterCommit(readAll);

const copies = new Set<() => Promise<void>>();

/** Registers a copy of the links. `read` refreshes it and must end within a second. Returns a function to remove it. */
export function keepLinksCurrent(read: () => Promise<void>): () => void {
  copies.add(read);
  return () => void copies.delete(read);
}

async function readAll(): Promise<void> {
  await Promise.all([...copies].map((read) => read()));
}
