const MAX_NAMED = 3;

/** The first skipped agents; all of them are listed on the screen of the migration. */
const reasons = (skipped: readonly { username: string; reason: string }[]): string =>
  [
    ...skipped.slice(0, MAX_NAMED).map(({ username, reason }) => `${username}: ${reason}`),
    ...(skipped.length > MAX_NAMED ? ["The others are listed under Migration."] : []),
  ].join(" ");

/** Texts of the migration of agents from an older server. */
export const migration = {
  heading: "Migration",
  waiting: (count: number): string => `${count} agents are waiting migration`,
  done: (migrated: number, skipped: readonly { username: string; reason: string }[]): readonly [string, string] => [
    "Success",
    skipped.length === 0
      ? `${migrated} agents were migrated`
      : `${migrated} agents were migrated, ${skipped.length} were skipped. ${reasons(skipped)}`,
  ],
  skipped: "Skipped by the last migration",
} as const;
