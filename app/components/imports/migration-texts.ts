/** Texts of the migration of agents from an older server. */
export const migration = {
  heading: "Migration",
  waiting: (count: number): string => `${count} agents are waiting migration`,
  act: "Migrate agents from old server",
  confirm: 'Do you want to migrate old agents from old server, marked as "Ready To Migrate"?',
  done: (migrated: number, skipped: number): readonly [string, string] => [
    "Success",
    skipped === 0 ? `${migrated} agents were migrated` : `${migrated} agents were migrated, ${skipped} were skipped`,
  ],
  skipped: "Skipped by the last migration",
} as const;
