import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { log } from "../../kernel/process/log";
import type { Day } from "../../kernel/time";
import type { Subs } from "../../types";
import type { Click } from "../clicks/store-clicks";
import { classifiedUserAgents } from "../clicks/user-agents";
import type { Unread } from "../postbacks/decide";
import { namesIn, syncFolder } from "./folder";
import { maxSizeOf, postbackPayload, writeClick } from "./records";
import { END, framed, HEADER } from "./segment";

/**
 * Former versions stored clicks in the database first, and kept only what it did not take, as JSON in files named .spool,
 * or .loading once they were being loaded. An upgrade makes a segment of each, which is loaded like all others. Some of its
 * records may be stored already, so its name says that each is looked up.
 */
export const isFormer = (segment: string): boolean => segment.includes("-former-");

const FORMER_HEADER = Buffer.from("spool 1\n");
const FORMER = /\.(spool|loading)$/;

/** Moves everything from the folder of a former version into that of the log. Repeats what an interrupted run has done. */
export async function convertFormerSpool(from: string, to: string): Promise<void> {
  const names = namesIn(from);
  for (const name of names.filter((one) => FORMER.test(one)).sort()) {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const segment = path.join(to, name.replace(/^(\d+)-.*?([\da-z]+)\.\w+$/, "$1-former-$2.log"));
    await writeSegment(path.join(from, name), segment);
    await rm(path.join(from, name), { force: true });
  }
  for (const name of names.filter((one) => one.endsWith(".refused"))) {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await rename(path.join(from, name), path.join(to, name));
  }
}

async function writeSegment(from: string, to: string): Promise<void> {
  const handle = await open(`${to}.new`, "w", 0o600);
  try {
    await handle.writeFile(HEADER);
    await copyRecords(from, handle);
    await handle.writeFile(framed(END));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${to}.new`, to);
  await syncFolder(path.dirname(to));
}

/** A record with a wrong checksum or length was never acknowledged, and nothing follows it. */
async function copyRecords(from: string, to: FileHandle): Promise<void> {
  const agentOf = classifiedUserAgents();
  let bytes: Buffer = Buffer.alloc(0);
  let at = FORMER_HEADER.length;
  for await (const chunk of createReadStream(from)) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    while (bytes.length >= at + 8 && bytes.length >= at + 8 + bytes.readUInt32BE(at)) {
      const end = at + 8 + bytes.readUInt32BE(at);
      const payload = bytes.subarray(at + 8, end);
      if (crc32(payload) !== bytes.readUInt32BE(at + 4)) break;
      await to.writeFile(framed(convert(payload, agentOf)));
      at = end;
    }
    bytes = bytes.subarray(at);
    at = 0;
  }
  if (bytes.length > 0) log().warn({ event: "torn spool record skipped", file: from, bytes: bytes.length });
}

type ClickFields = [
  ...[string, number, number, number, number, number],
  ...[string | null, number, string, string | null, string | null, Day],
  ...[string | null, Subs | null, string],
];
type PostbackFields = [string, number, string | null, Record<string, unknown>, string | null, boolean | Unread];

function convert(payload: Buffer, agentOf: ReturnType<typeof classifiedUserAgents>): Buffer {
  const { c, p } = JSON.parse(payload.toString()) as { c?: ClickFields; p?: PostbackFields };
  if (!c) {
    const [receipt, receivedAt, ip, params, secret, unreadable] = p ?? ["", 0, null, {}, null, true];
    const request = { receipt, receivedAt: new Date(receivedAt), ip, params };
    return postbackPayload({
      request,
      secretHash: secret === null ? undefined : Buffer.from(secret, "hex"),
      unreadable,
    });
  }
  const [id, agentId, companyId, siteId, typeId, kind, reason, flags, geo, ip, referer, day, agent, subs, visitor] = c;
  const click: Click = {
    ...{ id, agentId, companyId, siteId, typeId, class: kind, reason, flags, geo, ip, referer, day, subs },
    agent: agent === null ? undefined : agentOf(agent),
    visitor: BigInt(visitor),
  };
  const bytes = Buffer.allocUnsafe(maxSizeOf(click));
  return bytes.subarray(0, writeClick(bytes, 0, click));
}
