import { log } from "../../kernel/process/log";
import type { WaitingPostback } from "./decide-logged";
import { readClick, readPostback, isClick, isPostback } from "./records";
import { isEnd, type LogRecord, SegmentReader } from "./read-segment";
import type { Position } from "./positions";
import type { Chunk, LoggedClick, Refuse } from "./store-chunks";
import type { UserAgent } from "../clicks/user-agents";
import { IDLE_MS } from "./click-log";

/** A segment that has not grown for this long belongs to a process that is gone. */
const GONE_MS = 4 * IDLE_MS;
/** Postbacks read ahead of their decision. Further records of their segment wait for them. */
const MOST_POSTBACKS = 10_000;

type Context = { folder: string; agentOf: (text: string) => UserAgent; refuse: Refuse };

/** A segment that the loader is reading: what has been read of it and is not in the database yet. */
export class OpenSegment {
  readonly #reader: SegmentReader;
  #records: readonly LogRecord[] = [];
  #next = 0;
  #size = 0;
  #grewAt = performance.now();
  #isClosed = false;
  postbacks: WaitingPostback[] = [];

  constructor(
    readonly name: string,
    public position: Position,
    /** Some of its clicks may be stored although the position does not say so. */
    readonly again: boolean,
    private readonly context: Context,
  ) {
    // Between the two positions are clicks that are stored, and postbacks that are not decided.
    this.#reader = new SegmentReader(context.folder, name, position.decided);
  }

  /** Notes the present size of the segment. */
  async grow(size: number): Promise<void> {
    if (size === this.#size) return;
    this.#size = size;
    this.#grewAt = performance.now();
    this.#isClosed = await this.#reader.isClosed(size);
  }

  /** Nothing is added to the segment any more. */
  get isOver(): boolean {
    return this.#isClosed || performance.now() - this.#grewAt > GONE_MS;
  }

  /** Every complete record has been read, so that its clicks are stored. */
  get isRead(): boolean {
    return this.#next >= this.#records.length && this.postbacks.length < MOST_POSTBACKS;
  }

  /** Its postbacks are decided, too. */
  get isDone(): boolean {
    return this.isRead && this.postbacks.length === 0;
  }

  /** Nothing will follow, and all is in the database. */
  get isFinished(): boolean {
    return this.isDone && this.isOver && this.#reader.readTo >= this.#size;
  }

  /** The next clicks, at most `count`; undefined if there is nothing to load. */
  async take(count: number): Promise<Chunk | undefined> {
    const clicks: LoggedClick[] = [];
    let end = this.position.loaded;
    while (clicks.length < count && this.postbacks.length < MOST_POSTBACKS) {
      const record = this.#records[this.#next] ?? (await this.#read());
      if (!record) break;
      this.#next += 1;
      const click = await this.#sort(record);
      if (click) clicks.push(click);
      end = Math.max(end, record.end);
    }
    if (end === this.position.loaded) return undefined;
    return { segment: this.name, from: this.position, to: this.#positionAt(end), clicks, again: this.again };
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  #positionAt(loaded: number): Position {
    return { loaded, decided: this.postbacks[0]?.start ?? loaded };
  }

  async #read(): Promise<LogRecord | undefined> {
    const { records, damage } = await this.#reader.read(this.#size, this.isOver);
    for (const { bytes, isTorn } of damage) {
      log().warn({ event: "click log damaged", segment: this.name, bytes: bytes.length, isTorn });
      // A torn end had not been acknowledged. Anything else is kept for a person.
      if (!isTorn) await this.context.refuse(this.name, bytes);
    }
    [this.#records, this.#next] = [records, 0];
    return records[0];
  }

  /** Returns a click that is not stored yet, and queues a postback that is not decided yet. */
  async #sort({ payload, start, end }: LogRecord): Promise<LoggedClick | undefined> {
    if (isEnd(payload)) return undefined;
    try {
      if (isClick(payload)) {
        if (end <= this.position.loaded) return undefined;
        return { click: readClick(payload, this.context.agentOf), payload, end };
      }
      if (!isPostback(payload)) throw new Error("A record of neither a click nor a postback.");
      this.postbacks.push({ segment: this.name, postback: readPostback(payload), payload, start, end });
    } catch (error) {
      log().error({ event: "click log record unreadable", segment: this.name, err: error });
      await this.context.refuse(this.name, payload);
    }
    return undefined;
  }
}
