import type { Links } from "./choose-links";
import { planPurchases } from "./plan-purchases";
import type { Entry, LinkIds, Recording, Unreadable } from "./recording";

/** The links that clicks of a recording name explicitly. */
export function namedLinks({ entries }: Recording): LinkIds[] {
  return entries.flatMap((entry) => (entry.kind === "click" && typeof entry.target === "object" ? [entry.target] : []));
}

/**
 * The entries of a recording to send, without clicks on links that do not count and without their postbacks. JSON lines
 * contain their own postbacks; for a log, purchases are planned.
 */
export function prepare(recording: Recording, links: Pick<Links, "of" | "types">): Recording {
  const skippedClicks = new Set<string>();
  const unreadable: Unreadable[] = [...recording.unreadable];
  const entries: Entry[] = [];
  for (const entry of recording.entries) {
    if (entry.kind === "postback") {
      if (skippedClicks.has(entry.click)) unreadable.push({ line: entry.line, reason: "its click is not sent" });
      else entries.push(entry);
    } else if (links.of(entry)) entries.push(entry);
    else {
      skippedClicks.add(entry.name);
      unreadable.push({ line: entry.line, reason: "it names a link that does not count" });
    }
  }
  const isLog = recording.format !== "JSON lines";
  return { ...recording, unreadable, entries: isLog ? planPurchases(entries, links.of, links.types) : entries };
}
