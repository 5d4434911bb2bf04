/** Texts of the screens for admins. */
export const admins = {
  heading: "Admins",
  add: "+ Add Admin",
  addHeading: "Add Admin",
  updateHeading: "Update Admin",
  parts: { account: "Account", access: "Access", status: "Status" },
  usernameHint: "At most 10 letters, digits, _ . or -. It cannot be changed later.",
  passwordHint: "8 to 72 characters.",
  keptPasswordHint: "Leave both empty to keep the current password.",
  earningVisible: "Earning visible",
  earningHint: "Sees what the network earns, in dollars.",
  approveAgents: "Approve agents",
  approveHint: "Can approve new agents and sees how many are waiting.",
  showSuspend: "Show Suspended",
  suspendHint: "Sees suspended offices, agents and sites in lists and choices.",
  showCommonLogs: "Show common logs",
  logsHint: "Can read who did what, when and from where.",
  active: "Active",
  loginBlocked: "Sign-in disabled",
  blockedHint: "Ends all sessions at once. If you enable sign-in again, it stays enabled until the next 01:00.",
} as const;

export const superadmins = {
  heading: "Superadmins",
  intro: "Superadmins end or change each other's access. Each changes their own e-mail and password under Profile.",
  updateHeading: "Update Superadmin",
  emailHint: "Receives links for a forgotten password. Links that were mailed to the former address stop working.",
  allowed: "Enabled",
  blocked: "Disabled",
  you: "You",
} as const;
