/** Texts of the screens for payout details. */
export const payouts = {
  heading: "Payout details",
  title: (name: string) => `Payout details of ${name}`,
  method: "Method",
  newest: "New details",
  methods: { bank: "Bank transfer", "e-wallet": "E-wallet", cash: "Cash", other: "Other" },
  details: "Details",
  detailsHint:
    "Bank, account number and name, or the number of the e-wallet. At most 6 lines and 500 characters. Not required for cash.",
  password: "Your password",
  passwordHint: "Required, so that nobody else can change where the money goes.",
  code: "Code",
  codeHint: "The code from your authenticator app, or a recovery code.",
  usedNow: "Used now",
  usedFrom: "Used from",
  enteredBy: (by: string) => `by ${by}`,
  confirmedBy: (by: string) => `confirmed by ${by}`,
  by: (at: string, by: string | null) => (by ? `${at} by ${by}` : at),
  confirmed: (at: string, by: string) => `${at}, confirmed by ${by}`,
  waits: (at: string) =>
    `The new details are used from ${at}, or as soon as a superadmin confirms them. Until then, payments go to the details used now.`,
  waitsFirst: (at: string) =>
    `The details are used from ${at}, or as soon as a superadmin confirms them. Until then, no payment goes there.`,
  wait: "New details are used 72 hours after you save them, or as soon as a superadmin confirms them. The payee and their office get an e-mail about the change.",
  locked:
    "You cannot change payout details in this session, because it was not opened with your own password. Sign in with it to change them.",
  former: "Former details",
  noFormer: "None",
  entered: "Entered",
  neverUsed: "Never",
  waitingNotice: (changed: string, by: string | null) => `Your payout details changed on ${changed}${named(by)}.`,
  waitingUse: (from: string) => `Payments go there from ${from}, or as soon as a superadmin confirms them.`,
  waitingWrong: "If this was not you, change them and your password now, and call your administrator.",
  open: "Payout details",
  save: "Save",
  none: "None yet",
  ending: (ending: string) => `••••${ending}`,
  changed: "Last changed",
  own: "Payments to you go here. Superadmins can read these details. You see only how they end; to change them, enter all of them again.",
  ownOffice:
    "Payments to agents of your office who have no payout details of their own go here. Superadmins can read these details. You see only how they end; to change them, enter all of them again.",
  agent: "Payments to this agent go here. The agent can change the details with their own password.",
  office:
    "Payments to agents of this office who have no payout details of their own go here. The office's manager can change the details with their own password.",
  saved: "The payout details are saved. They are used 72 hours from now, or as soon as a superadmin confirms them.",
  cannotConfirm:
    "There are no new details here that you can confirm. Another superadmin has to confirm those that you entered.",
  confirmedNotice: "Payments go to the new details from now on.",
  erased: "Erased with the agent's account",
  newDetails: (lines: string) => `The new details: ${lines}.`,
  newFrom: (at: string) => `New details from ${at}`,
  shared: (count: number) => `Also the destination of ${count} other ${count === 1 ? "payee" : "payees"}`,
  throughOffice: "through the office",
  changedAgo: (days: number, by: string | null) => `Payout details changed ${ago(days)}${named(by)}`,
  changedBefore: (days: number | null, by: string | null) =>
    `Payout details changed ${days === null ? "after this run" : before(days)}${named(by)}`,
} as const;

const named = (by: string | null): string => (by ? `, by ${by}` : "");
const count = (days: number): string => (days === 1 ? "1 day" : `${days} days`);
const ago = (days: number): string => (days === 0 ? "less than a day ago" : `${count(days)} ago`);
const before = (days: number): string =>
  days === 0 ? "less than a day before this run" : `${count(days)} before this run`;
