import { addDays, type Day } from "../../kernel/time";
import { KEPT_NAMES, type Subs } from "../../types";
import { uuidText, writeUuid } from "../clicks/binary-arrays";
import { type Click, dayNumber, EPOCH } from "../clicks/store-clicks";
import type { UserAgent } from "../clicks/user-agents";
import type { Unread } from "../postbacks/decide";
import type { Request } from "../postbacks/record";

/** The payloads of the log: classified clicks in a binary form, and postbacks as received in JSON. */

/** A postback that has not been decided yet. Only the keyed hash of its secret is kept, which identifies the site. */
export type LoggedPostback = {
  request: Omit<Request, "params"> & { params: Record<string, unknown> };
  secretHash: Buffer | undefined;
  /** Why it could not be read. Records of former versions do not say why. */
  unreadable: boolean | Unread;
};

const CLICK = 1;
const POSTBACK = 2;
const NONE = 0xffff;

/** The fields of fixed size: kind, id, agent, office, site, type, class, flags, day, visitor. */
const FIXED_SIZE = 1 + 16 + 4 * 4 + 1 + 2 + 4 + 8;

/** At least as many bytes as the payload of a click takes. */
export const maxSizeOf = ({ geo, ip, reason, agent, referer, subs }: Click): number =>
  FIXED_SIZE +
  6 * 2 +
  3 * (geo.length + lengthOf(ip) + lengthOf(reason) + lengthOf(agent?.text) + lengthOf(referer)) +
  (subs ? 6 * KEPT_NAMES.length * 272 : 0);

const lengthOf = (text: string | null | undefined) => text?.length ?? 0;

/** Writes the payload of a click at a position and returns its end. */
export function writeClick(to: Buffer, start: number, click: Click): number {
  to[start] = CLICK;
  writeUuid(to, start + 1, click.id);
  let at = start + 17;
  for (const id of [click.agentId, click.companyId, click.siteId, click.typeId]) at = to.writeInt32BE(id, at);
  at = to.writeUInt8(click.class, at);
  at = to.writeInt16BE(click.flags, at);
  at = to.writeInt32BE(dayNumber(click.day), at);
  at = to.writeBigInt64BE(click.visitor, at);
  at = writeText(to, at, click.geo);
  at = writeText(to, at, click.ip);
  at = writeText(to, at, click.reason);
  at = writeText(to, at, click.agent?.text);
  at = writeText(to, at, click.referer);
  return writeText(to, at, click.subs && JSON.stringify(click.subs));
}

function writeText(to: Buffer, at: number, text: string | null | undefined): number {
  if (text === null || text === undefined) return to.writeUInt16BE(NONE, at);
  const size = to.write(text, at + 2);
  to.writeUInt16BE(size, at);
  return at + 2 + size;
}

export const isClick = (payload: Buffer): boolean => payload[0] === CLICK;
export const isPostback = (payload: Buffer): boolean => payload[0] === POSTBACK;

/** Parses the payload of a click. Throws if no version of this program wrote it. */
export function readClick(payload: Buffer, agentOf: (text: string) => UserAgent): Click {
  let at = FIXED_SIZE;
  const text = (): string | null => {
    const size = payload.readUInt16BE(at);
    at += 2;
    if (size === NONE) return null;
    if (at + size > payload.length) throw new Error("A record ends within a text.");
    at += size;
    return payload.toString("utf8", at - size, at);
  };
  const [geo, ip, reason, agent, referer, subs] = [text() ?? "", text(), text(), text(), text(), text()];
  return {
    id: uuidText(payload, 1),
    agentId: payload.readInt32BE(17),
    companyId: payload.readInt32BE(21),
    siteId: payload.readInt32BE(25),
    typeId: payload.readInt32BE(29),
    class: payload.readUInt8(33),
    reason,
    flags: payload.readInt16BE(34),
    geo,
    ip,
    agent: agent === null ? undefined : agentOf(agent),
    referer,
    subs: subs === null ? null : (JSON.parse(subs) as Subs),
    day: dayWithNumber(payload.readInt32BE(36)),
    visitor: payload.readBigInt64BE(40),
  };
}

let last: { day: Day; number: number } = { day: EPOCH, number: 0 };

function dayWithNumber(number: number): Day {
  if (last.number !== number) last = { day: addDays(EPOCH, number), number };
  return last.day;
}

type PostbackFields = [
  ...[string, number, string | null, Record<string, unknown>, string | null, boolean | Unread],
  /** Null for a request with a secret. Records of former versions end before it. */
  pixelHost?: string | null,
];

export function postbackPayload({ request, secretHash, unreadable }: LoggedPostback): Buffer {
  const { receipt, receivedAt, ip, params, pixelHost } = request;
  const fields: PostbackFields = [
    ...([receipt, receivedAt.getTime(), ip, params] as const),
    ...([secretHash?.toString("hex") ?? null, unreadable, pixelHost ?? null] as const),
  ];
  return Buffer.concat([Buffer.of(POSTBACK), Buffer.from(JSON.stringify(fields))]);
}

/** Parses the payload of a postback. Throws if no version of this program wrote it. */
export function readPostback(payload: Buffer): LoggedPostback {
  const [receipt, receivedAt, ip, params, secret, unreadable, pixelHost] = JSON.parse(
    payload.toString("utf8", 1),
  ) as PostbackFields;
  return {
    request: { receipt, receivedAt: new Date(receivedAt), ip, params, pixelHost: pixelHost ?? undefined },
    secretHash: secret === null ? undefined : Buffer.from(secret, "hex"),
    unreadable,
  };
}
