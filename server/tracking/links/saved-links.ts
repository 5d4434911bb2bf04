import { createReadStream } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { config } from "../../kernel/process/config";
import { currentClient, readTransaction, writeTransaction } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { loadOrCreateKey, unsealKey, findSealedKey } from "../../kernel/process/secrets";
import { ownLinkCodes } from "../../links";
import { BlackList, blackListPages } from "./black-list";
import { buildLinkCopy, type LinkCopy, type LinkRows } from "./link-copy";
import { NAMED_ROWS, type NamedLink, type NamedRow } from "./named-links";
import { readLinkRows, readSecrets, readVersion, rowsBy } from "./link-rows";

/**
 * The links as last read, on disk, so that a process that starts without the database can follow them. The file has
 * lines of JSON: the first names the database, the last has the number of lines. Its keys are encrypted as they are in
 * the database.
 */
const NAME = "links.saved";
const FORMAT = 1;
const ROWS_PER_LINE = 1_000;

type KeyName = "links" | "visitors" | "hashes";
/** A file of a former version has no keys of hashes. */
type Keys = Record<"links" | "visitors", string> & { hashes?: string };
type Header = { links: typeof FORMAT; database: string; version: number; keys: Keys };
type LegacyRow = [code: string, siteId: number, typeId: number, agentId: number];
type Line = Partial<LinkRows> & {
  blackList?: string[];
  legacy?: LegacyRow[];
  named?: NamedRow[];
  secrets?: string[];
  lines?: number;
};

/** `hashKeys` are still sealed. */
export type SavedLinks = { copy: LinkCopy; visitorsKey: Buffer; linksKey: Buffer; hashKeys?: Buffer };

const filePath = () => path.resolve(config().DATA_DIR, NAME);

/** The host and name of the database. Another database under the same DATA_DIR has other links. */
function databaseName(): string {
  const { host, pathname } = new URL(config().DATABASE_URL ?? "");
  return host + pathname;
}

let lastFingerprint: string | undefined;

/**
 * Saves the links if they or the sealed keys have changed since this process last saved them. The previous file stays
 * until the new one is complete.
 */
export async function saveLinks(): Promise<void> {
  // Creates the keys if they do not exist yet.
  if (lastFingerprint === undefined)
    await Promise.all([writeTransaction(() => loadOrCreateKey("visitors")), ownLinkCodes()]);
  await readTransaction(async () => {
    const version = await readVersion(currentClient());
    const [links, visitors, hashes] = [
      await sealedText("links"),
      await sealedText("visitors"),
      await sealedText("hashes"),
    ];
    const keys = { links, visitors, hashes };
    const fingerprint = [filePath(), databaseName(), version, links, visitors, hashes].join(" ");
    if (fingerprint === lastFingerprint) return;
    await write({ links: FORMAT, database: databaseName(), version, keys }, lines());
    lastFingerprint = fingerprint;
  });
}

/** "" for a key that the database does not have: with LINK_KEYS it has no links key. */
const sealedText = async (name: KeyName) => (await findSealedKey(name))?.toString("base64") ?? "";
const openedText = (name: "links" | "visitors", text: string) =>
  text === "" ? Buffer.alloc(0) : unsealKey(name, Buffer.from(text, "base64"));

async function* lines(): AsyncGenerator<Line> {
  const { sites, types, agents } = await readLinkRows(currentClient());
  yield { sites };
  for (const some of pages(types)) yield { types: some };
  for (const some of pages(agents)) yield { agents: some };
  for await (const entries of blackListPages(currentClient())) yield { blackList: entries.map(({ entry }) => entry) };
  const legacy = await rowsBy(currentClient())("SELECT code, site_id, type_id, agent_id FROM legacy_links ORDER BY id");
  for (const some of pages(legacy as LegacyRow[])) yield { legacy: some };
  const named = await rowsBy(currentClient())(NAMED_ROWS);
  for (const some of pages(named as NamedRow[])) yield { named: some };
  yield { secrets: await readSecrets(currentClient()) };
}

function* pages<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_LINE) yield rows.slice(at, at + ROWS_PER_LINE);
}

async function write(header: Header, rest: AsyncIterable<Line>): Promise<void> {
  const target = filePath();
  await mkdir(path.dirname(target), { recursive: true });
  const file = await open(`${target}.new`, "w", 0o600);
  try {
    let count = 1;
    await file.appendFile(`${JSON.stringify(header)}\n`);
    for await (const line of rest) {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      count += 1;
    }
    await file.appendFile(`${JSON.stringify({ lines: count })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${target}.new`, target);
}

export const hasSavedLinks = async (): Promise<boolean> => (await readSavedLinks()) !== undefined;

/** The saved links of this database; undefined if there are none or they cannot be read. */
export async function readSavedLinks(): Promise<SavedLinks | undefined> {
  try {
    await stat(filePath());
  } catch {
    return undefined;
  }
  try {
    return await parseSavedLinks();
  } catch (error) {
    log().warn({ event: "saved links unreadable", err: error });
    return undefined;
  }
}

async function parseSavedLinks(): Promise<SavedLinks | undefined> {
  let header: Header | undefined;
  let count = 0;
  let isComplete = false;
  const rows: LinkRows = { sites: [], types: [], agents: [] };
  const blackList = new BlackList();
  const byCode = new Map<string, { siteId: number; typeId: number; agentId: number }>();
  const byAlias = new Map<string, NamedLink>();
  let secrets: Set<string> | undefined;
  for await (const text of createInterface({ input: createReadStream(filePath()), crlfDelay: Infinity })) {
    const value = JSON.parse(text) as Header | Line;
    if ("database" in value) {
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- another version may have written the file
      if (value.links !== FORMAT || value.database !== databaseName()) return undefined;
      if (value.keys.links === "" && !config().LINK_KEYS) return undefined;
      header = value;
    } else {
      for (const row of value.sites ?? []) rows.sites.push(row);
      for (const row of value.types ?? []) rows.types.push(row);
      for (const row of value.agents ?? []) rows.agents.push(row);
      await blackList.change((value.blackList ?? []).map((entry) => ({ entry, listed: true })));
      for (const [code, siteId, typeId, agentId] of value.legacy ?? []) byCode.set(code, { siteId, typeId, agentId });
      for (const [alias, siteId, typeId, agentId, query] of value.named ?? [])
        byAlias.set(alias, { siteId, typeId, agentId, query });
      if (value.secrets) secrets = new Set(value.secrets);
      isComplete = value.lines === count;
    }
    count += 1;
  }
  if (!header || !isComplete) throw new Error("The saved links are not whole.");
  const { version, keys } = header;
  return {
    copy: buildLinkCopy({
      ...{ version, rows, blackList, legacy: { newest: 0, byCode } },
      // Read again as a whole once the database answers: deleted ones are not in the file.
      named: { newest: -1, byAlias },
      ...(secrets ? { secrets } : {}),
    }),
    visitorsKey: openedText("visitors", keys.visitors),
    linksKey: openedText("links", keys.links),
    ...(keys.hashes ? { hashKeys: Buffer.from(keys.hashes, "base64") } : {}),
  };
}
