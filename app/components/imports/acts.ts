import type { Acts } from "../table/acts";

export const migrationActs = {
  migrate: {
    label: "Migrate agents from old server",
    ask: 'Do you want to migrate old agents from old server, marked as "Ready To Migrate"?',
    can: "migrateAgents",
  },
} as const satisfies Acts;
