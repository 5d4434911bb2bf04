import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type Actor,
  type AnyOperation,
  type CallOrigin,
  COMPARE,
  perform,
  Refusal,
  textSchema,
  withTextInput,
  fieldsOf,
} from "~/gate.server";

type Values = Record<string, unknown>;

/**
 * Saves from outdated forms. A form posts, beside its version, what its fields held when it was opened (`base`). With
 * that and the record as it is now, a field that only one side has changed needs no question; lists are merged by their
 * elements. Only fields that both sides changed differently are shown to the person.
 */

/** The texts of a list's elements, or the text of any other value; a digest where it is long. */
type Entry = string | readonly string[];

const MAX_TEXT = 40;
const MAX_LIST = 500;

/** Characters of a digest: 72 bits. */
const DIGEST_LENGTH = 12;
const digest = (text: string): string =>
  `#${createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH)}`;

/** As JSON. Browsers send line breaks as CRLF, and an empty field for a value that is missing. */
const textOf = (value: unknown): string => JSON.stringify(value ?? "").replaceAll(String.raw`\r\n`, String.raw`\n`);

function entryOf(value: unknown): Entry {
  if (Array.isArray(value) && value.length <= MAX_LIST) return value.map(textOf).sort();
  const text = textOf(value);
  return text.length > MAX_TEXT ? digest(text) : text;
}

const isSame = (one: Entry, other: Entry): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values of a record as the operation takes them, without keys that it does not take. */
async function inputOf(operation: AnyOperation, record: Values): Promise<Values> {
  const fields = Object.entries(fieldsOf(operation.input as z.ZodType) ?? {}).filter(
    ([name]) => name in record && !IDENTITY.has(name),
  );
  const values = fields.map(async ([name, field]) => {
    const parsed = await field.safeParseAsync(record[name]);
    return [name, parsed.success ? parsed.data : record[name]] as const;
  });
  return Object.fromEntries(await Promise.all(values));
}

const IDENTITY = new Set(["id", "version"]);

/** The value of the form's field `base`. */
export async function baseOf(operation: AnyOperation, record: object): Promise<string> {
  const input = await inputOf(operation, record as Values);
  return JSON.stringify(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, entryOf(value)])));
}

const isJson = (text: string) => jsonOf(text) !== undefined;
const Base = z.record(z.string(), z.union([z.string(), z.array(z.string().refine(isJson))]));

/** Undefined for a text that is not what `baseOf` returns: it comes from the browser and may be anything. */
const readBase = (text: unknown): Record<string, Entry> | undefined => Base.safeParse(jsonOf(String(text))).data;

/** Undefined for a text that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Merge = {
  /** Fields that both sides changed differently. */
  both: string[];
  /** Fields that only the other side changed: the form shows them as they are saved now. */
  theirs: string[];
  /** Merged lists, by field. */
  lists: Record<string, unknown[]>;
  /** `base` for the next attempt. */
  base: string;
};

/** The refusal of an outdated form in which both sides changed the same field. */
export class FormConflict extends Refusal {
  constructor(
    refusal: Refusal,
    readonly merge: Merge,
  ) {
    super(refusal.code, refusal.message, refusal.data);
  }
}

/** Merges what was typed with the record as it is now. `input` is for the operation, as in a call. */
async function merge(
  operation: AnyOperation,
  typed: Values,
  base: Record<string, Entry>,
  now: Values,
): Promise<Merge & { input: Values }> {
  const mine = (await textSchema(operation.input).parseAsync(typed)) as Values;
  const saved = await inputOf(operation, now);
  const result: Merge = { both: [], theirs: [], lists: {}, base: await baseOf(operation, now) };
  const input: Values = { ...mine };
  for (const [name, before] of Object.entries(base)) {
    if (!(name in mine) || !(name in saved)) continue;
    const [own, other] = [entryOf(mine[name]), entryOf(saved[name])];
    if (isSame(own, other) || isSame(other, before)) continue;
    if (isSame(own, before)) {
      result.theirs.push(name);
      input[name] = saved[name];
      continue;
    }
    const list = mergeLists(before, mine[name], saved[name]);
    if (list) input[name] = result.lists[name] = list;
    else result.both.push(name);
  }
  return { ...result, input };
}

/** The elements of both sides; undefined if both changed the same element differently, or if one of the values is not a list. */
function mergeLists(before: Entry, mine: unknown, saved: unknown): unknown[] | undefined {
  if (typeof before === "string" || !Array.isArray(mine) || !Array.isArray(saved)) return undefined;
  const start = new Map(before.map((text) => [keyOf(JSON.parse(text)), text]));
  const [own, other] = [mine, saved].map((list: unknown[]) => new Map(list.map((one) => [keyOf(one), one])));
  const list: unknown[] = [];
  for (const key of new Set([...(other?.keys() ?? []), ...(own?.keys() ?? [])])) {
    const [was, ours, theirs] = [start.get(key), own?.get(key), other?.get(key)];
    const [isOursOld, isTheirsOld] = [ours, theirs].map((one) => (one === undefined ? undefined : textOf(one)) === was);
    if (!isOursOld && !isTheirsOld && textOf(ours) !== textOf(theirs)) return undefined;
    const merged = isOursOld ? theirs : ours;
    if (merged !== undefined) list.push(merged);
  }
  return list;
}

/** Elements with several fields are the same one if the first of them is: the site, the country. */
const keyOf = (element: unknown): string =>
  textOf(typeof element === "object" && element !== null ? Object.values(element)[0] : element);

type Done = { answer: unknown; /** Says who else saved the record, if both changes were kept. */ merged?: string };

/** Changes of others that may come between the attempts to save one form. */
const MAX_MERGES = 3;

/** Performs the operation with what was typed, merged with what others saved since the form was opened. */
export async function performForm(
  operation: AnyOperation,
  me: Actor,
  { typed, base: opened }: { typed: unknown; base: unknown },
  from: CallOrigin,
): Promise<Done> {
  const base = readBase(opened);
  let next = { operation: withTextInput(operation), input: typed, merged: undefined as string | undefined };
  for (let left = MAX_MERGES; ; left -= 1) {
    try {
      const answer: unknown = await perform(next.operation, me, next.input, from);
      return next.merged === undefined ? { answer } : { answer, merged: next.merged };
    } catch (error) {
      const now = currentOf(error);
      if (!now || !base || left === 0) throw error;
      const { input, ...result } = await merge(operation, typed as Values, base, now);
      if (result.both.length > 0) throw new FormConflict(error as Refusal, result);
      next = {
        operation,
        input: { ...input, version: now.version },
        merged: (error as Refusal).message.replace(COMPARE, ""),
      };
    }
  }
}

/** The record as it is now, if a save was refused because its form was outdated. */
function currentOf(error: unknown): (Values & { version: number }) | undefined {
  if (!(error instanceof Refusal) || error.code !== "CONFLICT") return undefined;
  const now = (error.data as { current?: unknown } | undefined)?.current as { version?: unknown } | undefined;
  return typeof now?.version === "number" ? (now as Values & { version: number }) : undefined;
}
