/** All texts of the product, both those fixed by the specification and our own, in one place. */
export { agents } from "./components/agents/texts";
export { doctor } from "./components/links/doctor-texts";
export { home } from "./components/home/texts";
export { editor, images, news } from "./components/news/texts";
export { picker } from "./components/pickers/texts";
export { migration } from "./components/imports/migration-texts";
export { spoolNote } from "./components/health/spool-texts";
export { byMaker, tokens } from "./components/profile/token-texts";
export { signIn } from "./components/sign-in/texts";

export const notices = {
  saved: ["Success", "Successfully saved"],
  done: ["Success", "Operation Complete"],
  undo: "Undo",
  failed: "Something Went Wrong",
  unreachable: "The server did not answer. Please try again.",
} as const;

export const errors = {
  403: { heading: "No access", text: "You may not open this page." },
  404: { heading: "Not found", text: "This page does not exist or is not yours to see." },
  410: { heading: "Gone", text: "This link is no longer active." },
  429: { heading: "Please wait", text: "Too many requests. Please try again in a minute." },
  500: {
    heading: "Something Went Wrong",
    text: "Something went wrong on our side. Nothing was saved; please try again.",
  },
  503: { heading: "Busy", text: "The service is busy. Nothing was lost; try again in a moment." },
} as const;

export const confirmYourself = {
  heading: "Confirm that it is you",
  why: "Your password is asked for again before changes like this one. For 15 minutes after that it is not.",
  submit: "Continue",
  code: "Code",
  codeHint: "From your authenticator app, or a recovery code.",
} as const;

export const empty = {
  list: "No data",
  queue: "All agents are approved",
  listYet: "No data yet",
  sites: "No sites yet",
  period: "No data for period",
  logs: "No logs for selected period",
  refused: "Please correct the filters.",
  params: "No logs for selected params",
  statistics: "No statistics for selected period",
} as const;

export const payroll = {
  noRate: "Dollar amounts appear once the pay period is closed and its exchange rate is set.",
} as const;

export const approvals = {
  heading: "New Agents",
  status: "Unapproved",
  approved: "The agents can sign in now.",
  rejected: "Their manager can read the reason.",
  email: "E-mail",
  addedBy: "Added by",
} as const;

export const options = {
  heading: "Options",
  autoBlock: "Auto Block Account",
  autoBlockHint: "Suspends an agent as soon as a site reports that one of their sales was made with a stolen card.",
  payAfter: "Days from the end of a half-month to its payment",
  payAfterHint: "0 to 60. Agents read the day on Home, in their statements and beside their sales.",
  save: "Save",
} as const;

/** The label of a table's total row. */
export const TOTAL = "Total";

export const gallery = { heading: "Widgets", send: "Send" } as const;

export const range = { notValid: "Date Range is not valid" } as const;

export const form = {
  moreFilters: "More filters",
  impossible: "Not possible now",
  required: "required",
  summary: "Please check the marked fields.",
  mismatch: "Passwords do not match",
  missing: "Please fill in this field.",
  tooShort: (characters: number) => `Please use at least ${characters} characters.`,
  atLeast: (bound: string) => `Please enter at least ${bound}.`,
  atMost: (bound: string) => `Please enter at most ${bound}.`,
  email: "Please use the form name@example.com.",
  check: "Please check this value.",
  password: "Password",
  again: (label: string) => `${label} again`,
  reason: "Reason",
  reasonHint: "Optional. The person can read it.",
  noneSelected: "Please select at least one row.",
  selected: (count: number) => `${count} selected`,
  conflict: "Your changes and the saved version",
  sameText: "Both versions are the same.",
  conflictNext: "Your changes are still below. Edit them and save again, or select Cancel.",
} as const;

export const zoneNote = (zone: string): string => `Times are in US Eastern time (${zone})`;

export const links = {
  generateTab: "Links generate",
  translateTab: "Links translate",
  doctorTab: "Link doctor",
  allTab: "Get a link",
  codesHeading: "Link Codes",
  getLinks: "Get links",
  choose: ({ chooseAgent }: { chooseAgent: boolean }) =>
    chooseAgent ? "Choose a site and an agent to get their links." : "Choose a site to get its links.",
  search: "Search links",
  formats: "Direct link and QR code",
  short: "Short link: the one above, encoded. It hides the ids of site and agent. Use this one if in doubt.",
  direct: "Direct link: the same link with the ids in plain sight.",
  none: "No links yet",
  noneHint: "An agent gets the links of each site that is enabled for them and their office.",
  noMatch: "No link matches",
  showAll: "Show all links",
  subs: "Sub ids",
  subsHint: "Stored with each click and passed on to the site.",
  qr: "QR code",
  qrHint: "Scan it with a phone camera to open the link.",
} as const;

export const logs = {
  login: "Login Logs",
  common: "Common Logs",
  payoutPeriod: "Choose payout period",
  clear: "Clear",
  exportText: "Export to txt",
  export: "Export",
  postParams: "Post Params (very high load)",
  revealed: "Passwords shown",
  many: "There are more than 10,000 rows.",
  sortedAmong: (rows: number) => `Only the newest ${rows.toLocaleString("en-US")} rows are sorted.`,
  cutOff: (time: string) => `The search took too long and stopped at ${time}.`,
  searchOn: "Continue the search",
  cutText: (characters: number) => `… ${characters} more characters are in the export`,
  created: "created",
  changes: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
} as const;

export const profile = {
  heading: "Profile",
  tab: "Profile",
  account: "Account",
  status: "Status",
  active: "Activated",
  suspended: "Suspended",
  since: "Since",
  mustRead: "Must Read (optional)",
  office: "Office",
  officeName: "Office Name",
  manFirstName: "Manager First Name",
  manLastName: "Manager Last Name",
  manEmail: "Manager E-mail",
  showSuspend: "Show Suspended",
  yes: "Yes",
  no: "No",
  keepTokens: "Keep my API tokens",
  keepTokensHint: "Otherwise a new password revokes them.",
  mails: "Mails",
  mailsWanted: "Send me a mail when",
  mailsAlways:
    "Mails about security are always sent: sign-ins on new devices, changes of passwords, addresses, second steps, tokens, payout details and webhooks, and links for new passwords.",
  mailsNone: "No others are sent to your role.",
  newPassword: "New password",
  newPasswordHint: "Leave empty to keep the current password. Changing it signs you out on all other devices.",
  ownPasswordHint: "8 to 72 characters, none of the common passwords. Changing it signs you out on all other devices.",
  save: "Save",
} as const;

export const sessions = {
  heading: "Sessions",
  intro:
    "Browsers and programs signed in to your account. If you do not recognize one, sign it out and change your password.",
  current: "This device",
  none: "No open sessions",
  listed: "Browsers and programs are listed here while they are signed in.",
  program: "Program",
  browser: "Browser",
  end: "Sign out",
  endOthers: "Sign out others",
  of: (username: string) => `Sessions of ${username}`,
  managedIntro:
    "Browsers and programs signed in to this account. Signing one out ends it immediately. API tokens stay valid: a new password or a disabled sign-in ends them, too.",
  endAll: "Sign out all",
} as const;

export const twoStep = {
  heading: "Two-step sign-in",
  off: "You sign in with your password only. With an authenticator app or a passkey, your password alone is not enough.",
  on: "You sign in with your password and a code from your authenticator app.",
  onByPasskey: "You sign in with your password and a passkey.",
  left: "Recovery codes left",
  begin: "Set up",
  beginApp: "Set up an app",
  renew: "Start again with a new key",
  pending: "Scan the QR code with your authenticator app, or type in the key. Then enter the code that the app shows.",
  picture: "QR code of the key",
  key: "Key",
  code: "Code",
  codeHint: "Six digits.",
  anyCodeHint: "From your authenticator app, or a recovery code.",
  confirm: "Switch on",
  renewCodes: "Make new codes",
  renewCodesHeading: "New recovery codes",
  renewCodesText: "The old ones stop working. Your app and passkeys stay as they are.",
  replace: "Set up another app",
  replaceHeading: "New phone or app",
  replaceText: "Your present app works until a code of the new one confirms it. You get new recovery codes then.",
  switchOff: "Switch off",
  switchOffHeading: "Switch two-step sign-in off",
  codesHeading: "Your recovery codes",
  codesText:
    "Each code signs you in once when you do not have your phone. Store them safely: they are shown only once.",
  codesOf: (username: string) => `Account: ${username}`,
  codesStored: "I have stored them",
  dueHeading: "Set up two-step sign-in",
  dueText: (username: string) =>
    `The account ${username} needs two-step sign-in. Set it up with an authenticator app on your phone; then you continue with the page you wanted.`,
  setUpBy: (day: string) => `Set up two-step sign-in by ${day}.`,
  afterwards: "After that day your account can do nothing else first, and its client tokens are refused.",
  setUpNow: "Set it up now",
  required: "Your account needs two-step sign-in, so it cannot be switched off. You can set up another app instead.",
  resetHeading: "Reset for another person",
  resetText:
    "For a person who has lost their phone or passkeys, and recovery codes. They are signed out everywhere and then sign in with their password only.",
  reset: "Reset",
} as const;
