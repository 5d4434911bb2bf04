/** Texts of the screens of the IP black list. */
const count = (many: number, one: string, several: string) =>
  `${many.toLocaleString("en-US")} ${many === 1 ? one : several}`;
const MAX_LISTED = 50;

export const blackList = {
  heading: "IP Black List",
  add: "+ Add IP",
  remove: "- Delete IP",
  addHeading: "Add Ip",
  removeHeading: "Delete Ips",
  ip: "IP",
  list: "IP List",
  listHint: "One IP address or network (192.0.2.0/24) per line, up to 10,000 lines.",
  reason: "Reason",
  reasonHint: "Optional. Shown in the list.",
  addedBy: "Added by",
  addedAt: "Added",
  unknown: "Not recorded",
  noReason: "None",
  searchHint: "A part of an address, or a whole address to find the entries that cover it.",
  confirm: "Add these entries",
  confirmHint: "Clicks from every address that they cover stop counting.",
  deleteSelected: "Delete selected",
  asks: { delete: { one: "Are you sure to delete IP?", selected: "Are you sure to delete selected IPs?" } },
  added: (added: number, known: number) =>
    `${count(added, "IP", "IPs")} added${known > 0 ? `, ${known.toLocaleString("en-US")} already on the list` : ""}.`,
  /** The invalid lines. Their numbers are those in the field, where only they are left. */
  wrong: (lines: readonly { text: string }[]): string[] => [
    `${count(lines.length, "line", "lines")} could not be read and ${lines.length === 1 ? "is" : "are"} left in the field.`,
    ...lines
      .slice(0, MAX_LISTED)
      .map(({ text }, index) => `Line ${index + 1}: ${text.slice(0, 64)} is not an IP address or network.`),
    ...(lines.length > MAX_LISTED
      ? [`${(lines.length - MAX_LISTED).toLocaleString("en-US")} more lines are invalid.`]
      : []),
  ],
  removed: (deleted: number, missing: readonly string[]) =>
    `${count(deleted, "IP", "IPs")} deleted.${
      missing.length > 0
        ? ` Not on the list: ${missing
            .slice(0, 5)
            .map((text) => text.slice(0, 64))
            .join(", ")}${missing.length > 5 ? ` and ${(missing.length - 5).toLocaleString("en-US")} more` : ""}.`
        : ""
    }`,
} as const;
