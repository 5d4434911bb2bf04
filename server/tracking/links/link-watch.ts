import type pg from "pg";
import { persistentConnection } from "../../kernel/database/connections";
import { keepLinksCurrent } from "../../kernel/database/link-state";
import { log } from "../../kernel/process/log";
import { gauge } from "../../kernel/process/metrics";
import type { LinkCopy } from "./link-copy";
import { readLinks, readVersion } from "./link-rows";

/** Polling interval, in case a notification is lost. With both, a change takes effect in under a second. */
const LOOK_MS = 750;
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
 * connection. A command of this process waits until its own change has been read. While the database is away, the last
 * copy stays in force. Resolves once the first copy has been read, or at once with `saved`, which is used until then.
 */
export async function watchLinks(saved?: LinkCopy): Promise<LinkWatch> {
  let copy: LinkCopy | undefined;
  let wanted = false;
  let lookingSince: number | undefined;
  let read: (first: LinkCopy) => void;
  /** Callbacks to run when the next read, not yet begun, has finished. */
  const waiting: (() => void)[] = [];
  const first = new Promise<LinkCopy>((done) => (read = done));

  /** Reads the links. A change that arrives during a read causes one more read. */
  async function look(client: pg.Client): Promise<void> {
    wanted = true;
    if (lookingSince !== undefined) return;
    lookingSince = performance.now();
    try {
      while (wanted) {
        wanted = false;
        const served = waiting.splice(0);
        const version = await readVersion(client);
        // Reading a long black list may exceed ANSWER_MS, so each page restarts the timeout.
        const progress = () => (lookingSince = performance.now());
        if (version !== copy?.version) copy = await readLinks(client, copy, progress);
        for (const done of served) done();
      }
    } finally {
      lookingSince = undefined;
    }
    if (copy) read(copy);
  }

  const lookOrDrop = (client: pg.Client) =>
    look(client).catch((fault: unknown) => {
      log().warn({ event: "link refresh failed", err: fault });
      connection.drop();
    });
  const connection = persistentConnection("links", {
    keepOpen: true,
    async opened(client) {
      client.on("notification", () => void lookOrDrop(client));
      await client.query("LISTEN links");
      await look(client);
    },
  });
  const timer = setInterval(() => {
    const { client } = connection;
    if (lookingSince !== undefined && performance.now() - lookingSince > ANSWER_MS) connection.drop();
    else if (client) void lookOrDrop(client);
  }, LOOK_MS);

  /** Reads everything committed so far; gives up waiting after one second. */
  async function readNow(): Promise<void> {
    const { client } = connection;
    if (!client) return;
    let timeout: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      timeout = setTimeout(done, OWN_CHANGE_MS);
      waiting.push(done);
      void lookOrDrop(client);
    });
    clearTimeout(timeout);
  }
  const forget = keepLinksCurrent(readNow);

  const oldest = saved ?? (await first);
  const version = () => copy?.version ?? 0;
  versions.add(version);
  return {
    current: () => copy ?? oldest,
    async close() {
      forget();
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
