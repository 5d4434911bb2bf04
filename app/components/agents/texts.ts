/** Texts of the screens for agents. */
export const agents = {
  heading: "Agents",
  add: "Add Agent",
  update: "Update Agent",
  addLink: "+ Add Agent",
  migrate: "Migration",
  waiting: "Waiting for approval",
  approved: "Approved",
  approvals: "All",
  passwordUnseen: "••••",
  statuses: "All statuses",
  migrations: "All",
  migrated: "Migrated",
  notMigrated: "Not Migrated",
  enableTip: "enable login up to 01:00",
  confirm: {
    activate: "Are you sure to activate selected agents?",
    suspend: "Are you sure to suspend selected agents?",
    enableLogin: "Are you sure to enable login for selected agents?",
    disableLogin: "Are you sure to disable login for selected agents?",
  },
  confirmDelete: (username: string): string =>
    `Do you want to delete the agent "${username}" and all it's statistics and logs?`,
  deleted: (username: string): readonly [string, string] => ["Deleted", `Agent "${username}" has been deleted`],
  /** Shown after the notice that the specification defines. */
  added: (name: string): string => `${name} was added and can sign in once an administrator has approved the account.`,
  sitesHint: "The agent can sell the selected sites.",
  newSitesHint: "The agent can sell those selected sites that the office sells.",
  noSites: "The office does not sell any sites yet.",
  mustReadHint: "Optional. The agent sees it after signing in.",
  passwordHint: "Leave it empty to keep the current password.",
  sitesOf: (username: string): string => `Sites of ${username}`,
} as const;
