import { count, counted } from "../formats";

/** Texts of the screens of the IP black list. */
const MAX_LISTED = 50;

export const blackList = {
  heading: "IP Black List",
  add: "+ Add IP",
  remove: "- Delete IP",
  addHeading: "Add Ip",
  removeHeading: "Delete Ips",
  ip: "IP",
  list: "IP List",
  listHint: "One IP address or network (192.0.2.0/24) per line, up to 10,000 lines. Comments after # or ; are ignored.",
  reason: "Reason",
  reasonHint: "Optional. Shown in the list.",
  addedBy: "Added by",
  addedAt: "Added",
  unknown: "Not recorded",
  noReason: "None",
  searchHint: "A part of an address, or a whole address to find the entries that cover it.",
  confirm: "Add these entries",
  confirmHint: "Clicks from every address that they cover stop counting.",
  added: (added: number, known: number) =>
    `${counted(added, "IP", "IPs")} added${known > 0 ? `, ${count(known)} already on the list` : ""}.`,
  /** The invalid lines. Their numbers are those in the field, where only they are left. */
  wrong: (lines: readonly { text: string }[]): string[] => [
    `${counted(lines.length, "line", "lines")} could not be read and ${lines.length === 1 ? "is" : "are"} left in the field.`,
    ...lines
      .slice(0, MAX_LISTED)
      .map(({ text }, index) => `Line ${index + 1}: ${text.slice(0, 64)} is not an IP address or network.`),
    ...(lines.length > MAX_LISTED ? [`${count(lines.length - MAX_LISTED)} more lines are invalid.`] : []),
  ],
  removed: (deleted: number, missing: readonly string[]) =>
    `${counted(deleted, "IP", "IPs")} deleted.${
      missing.length > 0
        ? ` Not on the list: ${missing
            .slice(0, 5)
            .map((text) => text.slice(0, 64))
            .join(", ")}${missing.length > 5 ? ` and ${count(missing.length - 5)} more` : ""}.`
        : ""
    }`,
} as const;
