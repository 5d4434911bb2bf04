/** Messages at fields, and about forms that are shown again. */
export const fieldTexts = {
  amount: "Digits with at most two decimals, like 1,250.50.",
  whole: "Please enter a whole number.",
  country: "Please enter the two letters of a country, for example US.",
  day: "Please enter a date as YYYY-MM-DD.",
  username: "Please use at most 10 letters, digits, _ . and -.",
  /** The form below shows the other person's values of these fields. */
  takenOver: (labels: string) => `Also saved meanwhile, and kept: ${labels}.`,
  bothKept: (done: string, savedBy: string) => `${done}. ${savedBy} Your changes and theirs are both kept.`,
  passwordAgain: "Please enter the password again: pages never contain passwords.",
} as const;

/** Texts of the fields that set a password. */
export const newPassword = {
  username: "Username",
  show: "Show characters",
  suggest: "Suggest a password",
  suggested: "Suggested password",
  use: "Use it",
  forOneself: "Put it into both fields and keep it safely. It is shown only here.",
  forOther: (address: string) =>
    `Put it into both fields and give it to the person, who logs in at ${address}. Copy takes address, username and password.`,
  handOver: (address: string, username: string, password: string) =>
    `${address}\nUsername: ${username}\nPassword: ${password}`,
} as const;
