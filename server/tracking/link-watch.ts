import type pg from "pg";
import { log } from "../kernel/log";
import { gauge } from "../kernel/metrics";
import type { LinkCopy } from "./link-copy";
import { readLinks, readVersion } from "./link-rows";
import { steadyConnection } from "./steady-connection";

/** A lost notification is made up for by looking; both together keep a change under a second. */
const LOOK_MS = 750;
const ANSWER_MS = 3_000;

export type LinkWatch = {
  /** The copy in force. */
  current(): LinkCopy;
  close(): Promise<void>;
};

/**
 * Keeps a copy of all links in memory and reads it again when the database tells of a change, on a connection of its
 * own. While the database is away the last copy stays in force. Answers when the first one is read, at once with a
 * `saved` one, which stands in until then.
 */
export async function watchLinks(saved?: LinkCopy): Promise<LinkWatch> {
  let copy: LinkCopy | undefined;
  let wanted = false;
  let lookingSince: number | undefined;
  let read: (first: LinkCopy) => void;
  const first = new Promise<LinkCopy>((done) => (read = done));

  /** What changes while a copy is read is looked at once more. */
  async function look(client: pg.Client): Promise<void> {
    wanted = true;
    if (lookingSince !== undefined) return;
    lookingSince = performance.now();
    try {
      while (wanted) {
        wanted = false;
        const version = await readVersion(client);
        // A long black list takes longer than an answer may, but not without a sign.
        const progress = () => (lookingSince = performance.now());
        if (version !== copy?.version) copy = await readLinks(client, copy, progress);
      }
    } finally {
      lookingSince = undefined;
    }
    if (copy) read(copy);
  }

  const lookOrDrop = (client: pg.Client) =>
    look(client).catch((fault: unknown) => {
      log().warn({ err: fault }, "links were not read");
      connection.drop();
    });
  const connection = steadyConnection({
    name: "links",
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

  const oldest = saved ?? (await first);
  const version = () => copy?.version ?? 0;
  versions.add(version);
  return {
    current: () => copy ?? oldest,
    async close() {
      versions.delete(version);
      clearInterval(timer);
      await connection.close();
    },
  };
}

/** Of each copy that this process keeps. */
const versions = new Set<() => number>();
gauge("links_version", "Version of the links in memory.", () =>
  versions.size === 0 ? 0 : Math.min(...[...versions].map((version) => version())),
);
