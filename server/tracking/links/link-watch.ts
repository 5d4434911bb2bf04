import type pg from "pg";
import { persistentConnection } from "../../kernel/database/connections";
import { onLinksChanged } from "../../kernel/database/link-state";
import { log } from "../../kernel/process/log";
import { gauge } from "../../kernel/process/metrics";
import type { LinkCopy } from "./link-copy";
import { readLinks, readVersion } from "./link-rows";

/** Polling interval, in case a notification is lost. With both, a change takes effect in under a second. */
const POLL_INTERVAL_MS = 750;
const ANSWER_MS = 3_000;
/** How long a command waits for its own process's copy before it answers without it. */
const OWN_CHANGE_MS = 1_000;

export type LinkWatch = {
  /** Returns the current copy. */
  current: () => LinkCopy;
  close(): Promise<void>;
};

/**
 * Keeps a copy of all links in memory and reads it again when the database notifies of a change, on a dedicated
 * connection. A command of this process waits until its own change has been read. While the database is down, the last
 * copy stays in force. Resolves once the first copy has been read, or at once with `saved`, which is used until then.
 */
export async function watchLinks(saved?: LinkCopy): Promise<LinkWatch> {
  let copy: LinkCopy | undefined;
  let isRefreshRequested = false;
  let refreshStartedAt: number | undefined;
  let resolveFirst: (first: LinkCopy) => void;
  /** Callbacks to run when the next read, not yet begun, has finished. */
  const waiting: (() => void)[] = [];
  const first = new Promise<LinkCopy>((done) => (resolveFirst = done));

  /** Reads the links. A change that arrives during a read causes one more read. */
  async function refresh(client: pg.Client): Promise<void> {
    isRefreshRequested = true;
    if (refreshStartedAt !== undefined) return;
    refreshStartedAt = performance.now();
    try {
      while (isRefreshRequested) {
        isRefreshRequested = false;
        const served = waiting.splice(0);
        const version = await readVersion(client);
        // Reading a long black list may exceed ANSWER_MS, so each page restarts the timeout.
        const progress = () => (refreshStartedAt = performance.now());
        if (version !== copy?.version) copy = await readLinks(client, copy, progress);
        for (const done of served) done();
      }
    } finally {
      refreshStartedAt = undefined;
    }
    if (copy) resolveFirst(copy);
  }

  const refreshOrDrop = (client: pg.Client) =>
    refresh(client).catch((error: unknown) => {
      log().warn({ event: "link refresh failed", err: error });
      connection.drop();
    });
  const connection = persistentConnection("links", {
    keepOpen: true,
    async onOpen(client) {
      client.on("notification", () => void refreshOrDrop(client));
      await client.query("LISTEN links");
      await refresh(client);
    },
  });
  const timer = setInterval(() => {
    const { client } = connection;
    if (refreshStartedAt !== undefined && performance.now() - refreshStartedAt > ANSWER_MS) connection.drop();
    else if (client) void refreshOrDrop(client);
  }, POLL_INTERVAL_MS);

  /** Reads everything committed so far; gives up waiting after one second. */
  async function readNow(): Promise<void> {
    const { client } = connection;
    if (!client) return;
    let timeout: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      timeout = setTimeout(done, OWN_CHANGE_MS);
      waiting.push(done);
      void refreshOrDrop(client);
    });
    clearTimeout(timeout);
  }
  const unsubscribe = onLinksChanged(readNow);

  const initial = saved ?? (await first);
  const version = () => copy?.version ?? 0;
  versions.add(version);
  return {
    current: () => copy ?? initial,
    async close() {
      unsubscribe();
      versions.delete(version);
      clearInterval(timer);
      await connection.close();
    },
  };
}

/** The version getters of all copies that this process keeps. */
const versions = new Set<() => number>();
gauge("links_version", "Version of the links in memory.", () =>
  versions.size === 0 ? 0 : Math.min(...[...versions].map((version) => version())),
);
