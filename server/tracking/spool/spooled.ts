import type { Day } from "../../kernel/time";
import type { Subs } from "../../types";
import type { Unread } from "../postbacks/decide";
import type { Request } from "../postbacks/record";
import type { Click } from "../clicks/store-clicks";
import type { UserAgent } from "../clicks/user-agents";

/** A record of the spool: a classified click, or a postback as received. */
export type Spooled = { click: Click } | { postback: SpooledPostback };

/** A postback that has not been decided yet. Only the keyed hash of its secret is kept, which identifies the site. */
export type SpooledPostback = {
  request: Omit<Request, "params"> & { params: Record<string, unknown> };
  secretHash: Buffer | undefined;
  /** Why it could not be read. Records of former versions do not say why. */
  unreadable: boolean | Unread;
};

/** A click as a positional array: property names would take more space than the values. */
export function clickRecord({ agent, subs, visitor, ...click }: Click): object {
  const { id, agentId, companyId, siteId, typeId, class: kind, reason, flags, geo, ip, referer, day } = click;
  return {
    c: [
      ...[id, agentId, companyId, siteId, typeId, kind, reason, flags, geo, ip, referer, day],
      ...[agent?.text ?? null, subs, String(visitor)],
    ],
  };
}

export function postbackRecord({ request, secretHash, unreadable }: SpooledPostback): object {
  const { receipt, receivedAt, ip, params } = request;
  return { p: [receipt, receivedAt.getTime(), ip, params, secretHash?.toString("hex") ?? null, unreadable] };
}

type ClickFields = [
  ...[string, number, number, number, number, number],
  ...[string | null, number, string, string | null, string | null, Day],
  ...[string | null, Subs | null, string],
];
type PostbackFields = [string, number, string | null, Record<string, unknown>, string | null, boolean | Unread];

/** Parses a record. Throws if no version of this program wrote it. */
export function readRecord(payload: Buffer, agentOf: (text: string) => UserAgent): Spooled {
  const { c, p } = JSON.parse(payload.toString()) as { c?: ClickFields; p?: PostbackFields };
  if (c) return { click: clickOf(c, agentOf) };
  if (!p) throw new Error("A record of neither a click nor a postback.");
  const [receipt, receivedAt, ip, params, secret, unreadable] = p;
  return {
    postback: {
      request: { receipt, receivedAt: new Date(receivedAt), ip, params },
      secretHash: secret === null ? undefined : Buffer.from(secret, "hex"),
      unreadable,
    },
  };
}

function clickOf(fields: ClickFields, agentOf: (text: string) => UserAgent): Click {
  const [id, agentId, companyId, siteId, typeId, kind, reason, flags, geo, ip, referer, day, agent, subs, visitor] =
    fields;
  return {
    ...{ id, agentId, companyId, siteId, typeId, class: kind, reason, flags, geo, ip, referer, day, subs },
    agent: agent === null ? undefined : agentOf(agent),
    visitor: BigInt(visitor),
  };
}
