/** Texts of the agent picker. In a module of their own, because only its own script needs them. */
export const picker = {
  placeholder: "Username or name",
  similar: "Did you mean:",
  none: "No agents found",
  failed: "The agents could not be loaded. Please enter the exact username.",
} as const;
