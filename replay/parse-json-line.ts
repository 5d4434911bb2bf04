import { METHODS } from "node:http";
import { z } from "zod";
import { type Entry, headerText, UnreadableLine } from "./recording";

/** For clicks of people whose browser does not matter. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const Id = z.int().positive();
const Name = z.string().min(1).max(64);
const Click = z
  .strictObject({
    record: z.literal("click"),
    id: Name,
    ip: z.union([z.ipv4(), z.ipv6()]),
    method: z.enum(METHODS.filter((method) => method !== "CONNECT")).default("GET"),
    userAgent: z.string().default(BROWSER),
    referer: z.string().default(""),
    path: z.string().startsWith("/").optional(),
    link: z.strictObject({ siteId: Id, typeId: Id, agentId: Id }).optional(),
  })
  .refine(({ path, link }) => (path === undefined) !== (link === undefined), "it takes either path or link");
const Extra = z.strictObject({
  geo: z.string().optional(),
  email: z.string().optional(),
  reason: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
});
const Sale = Extra.extend({
  record: z.enum(["sale", "bonus"]),
  click: Name,
  txid: z.string().min(1).optional(),
  secret: z.string().optional(),
  times: z.int().min(1).max(20).default(1),
});
const Reversal = Sale.extend({ record: z.literal("reversal"), of: z.enum(["sale", "bonus"]).default("sale") });
const Line = z.discriminatedUnion("record", [Click, Sale, Reversal]);

/**
 * One JSON object a line, with its kind in `record`. Unknown keys are refused.
 *
 * - `click`: `id` (a name for the records below), `ip`, `method` (GET), `userAgent` (a browser's), `referer`, and either `path`,
 *   which is mapped to one of the links like a path of a log, or `link` `{siteId, typeId, agentId}`.
 * - `sale`, `bonus`: `click` (the id of a click above it), `txid` (each replay adds its own suffix), `secret` (default:
 *   that of the click's site in the demo company), `times` (number sent at once, default 1), and `geo`, `email`,
 *   `reason`, `amount`, `currency`, which are passed on.
 * - `reversal`: the same, and `of`: `sale` (default) or `bonus`.
 *
 * Throws an UnreadableLine.
 */
export function parseJsonLine(text: string, line: number): Entry {
  const result = Line.safeParse(parsed(text));
  if (!result.success) throw new UnreadableLine(describeIssues(result.error));
  const record = result.data;
  if (record.record === "click") {
    const { id, ip, method, userAgent, referer, path, link } = record;
    return {
      kind: "click",
      line,
      name: id,
      method,
      address: ip,
      userAgent: headerText(bytesOf(userAgent)),
      referer: headerText(bytesOf(referer)),
      target: link ?? path ?? "/",
    };
  }
  const { record: kind, click, txid = null, secret = null, times, ...rest } = record;
  const { of, ...extra } = { of: undefined, ...rest };
  return {
    kind: "postback",
    line,
    event: kind === "reversal" ? (of ?? "sale") : kind,
    reversed: kind === "reversal",
    click,
    txid,
    secret,
    extra: Extra.parse(extra),
    times,
  };
}

/** UTF-8 as a header carries it, one character per byte. */
const bytesOf = (text: string) => Buffer.from(text, "utf8").toString("latin1");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableLine("it is not a JSON object");
  }
}

function describeIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": ")).join("; ");
}
