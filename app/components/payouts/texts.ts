/** Texts of the screens for payout details. */
export const payouts = {
  heading: "Payout details",
  title: (name: string) => `Payout details of ${name}`,
  method: "Method",
  methods: { bank: "Bank transfer", "e-wallet": "E-wallet", cash: "Cash", other: "Other" },
  details: "Details",
  detailsHint:
    "Bank, account number and name, or the number of the e-wallet. At most 6 lines and 500 characters. Not required for cash.",
  password: "Your password",
  passwordHint: "Required, so that nobody else can change where the money goes.",
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
  saved: "The payout details are saved.",
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
