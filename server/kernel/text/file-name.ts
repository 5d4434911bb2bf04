/** Characters of one part, so that a name of four parts fits every file system. */
const MAX_PART_LENGTH = 40;

/**
 * The name of an exported file from its report, scope and range: `sites_harbour-point_2026-11-16_2026-11-22.csv`. Parts
 * that are absent, or that have no Latin letter or digit, are left out.
 */
export const csvFileName = (...parts: readonly (string | null | undefined)[]): string =>
  `${parts
    .map((part) => latinPart(part ?? ""))
    .filter(Boolean)
    .join("_")}.csv`;

const latinPart = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_PART_LENGTH)
    .replaceAll(/^-|-$/g, "");
