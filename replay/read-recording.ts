import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseJsonLine } from "./parse-json-line";
import { parseLogLine } from "./parse-log-line";
import { type Entry, Problem, type Recording, type Unreadable, UnreadableLine } from "./recording";

/**
 * Reads a recorded traffic file, plain or gzipped: JSON lines when its first line begins with a brace, else a web
 * server's combined log. Lines that cannot be replayed are returned with the reason. Throws a Problem for a file that
 * cannot be read.
 */
export function readRecording(file: string): Recording {
  return recordingOf(contentOf(file));
}

export function recordingOf(content: Buffer): Recording {
  const isJson = /^\s*\{/.test(content.subarray(0, 1_000).toString("latin1"));
  const lines = content.toString(isJson ? "utf8" : "latin1").split("\n");
  const entries: Entry[] = [];
  const unreadable: Unreadable[] = [];
  const clicks = new Set<string>();
  let count = 0;
  lines.forEach((text, index) => {
    if (text.trim() === "") return;
    count++;
    const line = index + 1;
    try {
      const entry = (isJson ? parseJsonLine : parseLogLine)(text.replace(/\r$/, ""), line);
      checkName(entry, clicks);
      entries.push(entry);
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      unreadable.push({ line, reason: error.message });
    }
  });
  return { format: isJson ? "JSON lines" : "a web server's log", lines: count, entries, unreadable };
}

function checkName(entry: Entry, clicks: Set<string>): void {
  if (entry.kind === "click") {
    if (clicks.has(entry.name)) throw new UnreadableLine("another click has this id");
    clicks.add(entry.name);
  } else if (!clicks.has(entry.click)) throw new UnreadableLine("its click is not above it");
}

function contentOf(file: string): Buffer {
  try {
    const bytes = readFileSync(file);
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isCompressed ? gunzipSync(bytes) : bytes;
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
