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
