import { LinkState } from "~models";
import { afterCommit, execute } from "./transactions";
import { sql } from "./sql";

/**
 * Notifies every worker that links have changed. Call it at the end of a command that changes sites, types, agents,
 * offices, site secrets or what is enabled for whom. The notification is sent when the command commits.
 */
export async function markLinksChanged(): Promise<void> {
  await LinkState.increment("version", { where: { single: true } });
  await execute(sql`SELECT pg_notify('links', '')`);
  reloadLinksAfterCommit();
}

/**
 * Rereads the links of this process after the COMMIT and before the command returns, so that a new link works at once.
 * In a process that has none, the answer asks the process in front to do so (`server/http/link-changes.ts`). Call it
 * directly if the changed table notifies the workers itself.
 */
export const reloadLinksAfterCommit = (): void => afterCommit(reloadLinks);

const reloadCallbacks = new Set<() => Promise<void>>();

/** Registers a copy of the links. `read` refreshes it and must end within a second. Returns a function to remove it. */
export function onLinksChanged(read: () => Promise<void>): () => void {
  reloadCallbacks.add(read);
  return () => void reloadCallbacks.delete(read);
}

/** Rereads the links of this process, or gives up after a second. */
export async function reloadLinks(): Promise<void> {
  await Promise.all([...reloadCallbacks].map((read) => read()));
}
