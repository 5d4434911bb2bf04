import type pg from "pg";
import { visitors } from "../../server/tracking";
import { addressText } from "../traffic/networks";
import type { Click } from "../traffic/clicks";
import { USER_AGENTS } from "../traffic/user-agents";
import { BinaryCopy, dayNumber } from "./binary-copy";
import { attachMonth, createMonthTable } from "./partitions";

const CLICKS = [
  ..."id clicked_at agent_id company_id site_id type_id class reason is_unique flags geo ip ua_id".split(" "),
  ..."referer subs".split(" "),
];
const UNIQUES = ["agent_id", "day", "h"];

/** Texts that clicks refer to by index. The first of each is null. */
export type Texts = { referers: readonly (string | null)[]; subs: readonly (Record<string, string> | null)[] };

type Unique = { agentId: number; day: number; hash: Buffer };

/**
 * Writes clicks month by month into tables without indexes. A full month is then attached as a partition, which builds
 * its indexes. Clicks must come in the order of their time. Visitors are stored under the same hash as in tracked
 * links.
 */
export class ClickWriter {
  #month = "";
  #monthEnds = 0;
  #copy: BinaryCopy | undefined;
  #uniques = new Map<string, Unique[]>();
  readonly #hash: ReturnType<typeof visitors>;
  readonly #buffers = new Map<string, Buffer>();
  readonly #agents = USER_AGENTS.map(({ id }) => bigintBytes(id));
  readonly #subs: (Buffer | undefined)[];

  constructor(
    private readonly client: pg.Client,
    key: Buffer,
    private readonly texts: Texts,
  ) {
    this.#hash = visitors(key);
    this.#subs = texts.subs.map((subs) => (subs ? Buffer.from(JSON.stringify(subs)) : undefined));
  }

  /** Writes the clicks of a New York day, and its visitors unless they are purged by now. */
  async write(day: string, clicks: readonly Click[], storeVisitors: boolean): Promise<void> {
    const number = dayNumber(day);
    const uniques = storeVisitors ? this.#uniquesOf(day.slice(0, 7)) : undefined;
    for (const click of clicks) {
      if (click.at >= this.#monthEnds) await this.#begin(new Date(click.at));
      const copy = this.#copy as BinaryCopy;
      this.#row(copy, click);
      if (click.unique) uniques?.push({ agentId: click.agent.id, day: number, hash: this.#visitor(click) });
      if (copy.full) await copy.flush();
    }
  }

  async end(): Promise<void> {
    await this.#endMonth();
    for (const month of this.#uniques.keys()) await this.#endUniques(month);
    this.#month = "";
    // Programs that mirror the clicks get these first, in the order of their time.
    await this.client.query(`
      INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks)
      SELECT 0, first, last, 0
      FROM (SELECT min(clicked_at) AS first, max(clicked_at) AS last FROM clicks) AS all_clicks WHERE first IS NOT NULL`);
  }

  async #begin(at: Date): Promise<void> {
    const month = at.toISOString().slice(0, 7);
    await this.#endMonth();
    // The last hours of a New York month lie in the next UTC month, so visitors of the previous month may still come.
    for (const earlier of this.#uniques.keys()) if (earlier < this.#month) await this.#endUniques(earlier);
    this.#month = month;
    this.#monthEnds = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
    this.#copy = new BinaryCopy(this.client, await createMonthTable(this.client, "clicks", month), CLICKS);
  }

  async #endMonth(): Promise<void> {
    if (!this.#copy) return;
    await this.#copy.end();
    this.#copy = undefined;
    await attachMonth(this.client, "clicks", this.#month);
  }

  async #endUniques(month: string): Promise<void> {
    const copy = new BinaryCopy(this.client, await createMonthTable(this.client, "click_uniques", month), UNIQUES);
    for (const { agentId, day, hash } of this.#uniques.get(month) ?? []) {
      copy.row(UNIQUES.length);
      copy.integer(agentId);
      copy.day(day);
      copy.bytes(hash);
      if (copy.full) await copy.flush();
    }
    await copy.end();
    await attachMonth(this.client, "click_uniques", month);
    this.#uniques.delete(month);
  }

  #uniquesOf(month: string): Unique[] {
    let list = this.#uniques.get(month);
    if (!list) this.#uniques.set(month, (list = []));
    return list;
  }

  #row(copy: BinaryCopy, click: Click): void {
    copy.row(CLICKS.length);
    copy.bytes(idBytes(click));
    copy.moment(click.at);
    copy.integer(click.agent.id);
    copy.integer(click.companyId);
    copy.integer(click.type.site.id);
    copy.integer(click.type.id);
    copy.small(click.class);
    this.#text(copy, click.reason);
    copy.flag(click.unique);
    copy.small(click.flags);
    this.#text(copy, click.geo);
    copy.address(click.address);
    copy.bytes(this.#agents[click.userAgent] as Buffer);
    this.#text(copy, this.texts.referers[click.referer] ?? null);
    const subs = this.#subs[click.sub];
    if (subs) copy.json(subs);
    else copy.nothing();
  }

  #text(copy: BinaryCopy, text: string | null): void {
    if (text === null) return copy.nothing();
    let bytes = this.#buffers.get(text);
    if (!bytes) this.#buffers.set(text, (bytes = Buffer.from(text)));
    copy.bytes(bytes);
  }

  #visitor({ address, userAgent, type }: Click): Buffer {
    const { high, low } = this.#hash(addressText(address), USER_AGENTS[userAgent]?.text ?? "", type.id);
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeUInt32BE(high, 0);
    bytes.writeUInt32BE(low, 4);
    return bytes;
  }
}

function bigintBytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

const id = Buffer.alloc(16);

/** A version 7 UUID: the click's milliseconds and 74 random bits. The buffer is reused by the next call. */
function idBytes({ at, random }: Pick<Click, "at" | "random">): Buffer {
  id.writeUIntBE(at, 0, 6);
  id.writeUInt16BE(0x7000 | (random[0] & 0xfff), 6);
  id.writeUInt32BE((0x80000000 | (random[1] & 0x3fffffff)) >>> 0, 8);
  id.writeUInt32BE(random[2], 12);
  return id;
}

export const clickIdOf = (click: Pick<Click, "at" | "random">): string =>
  idBytes(click)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
