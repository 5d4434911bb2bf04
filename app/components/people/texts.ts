/** Texts about accounts of any role. */
export const passwords = {
  hidden: "••••",
  show: "Show",
  of: (username: string) => ` the password of ${username}`,
  none: "None stored",
} as const;
