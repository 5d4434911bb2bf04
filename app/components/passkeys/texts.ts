/** Texts of passkeys, on the profile and where one is used. */
export const passkeys = {
  use: "Use a passkey",
  needsScripts: "A passkey needs scripts, which are off in this browser.",
  heading: "Passkeys",
  intro: "A passkey is in your phone, computer or security key. Use it in place of a code after your password.",
  none: "No passkeys yet",
  name: "Name",
  nameHint: "Such as the device that keeps it.",
  add: "Add a passkey",
  remove: "Remove",
  ask: "Are you sure you want to remove the passkey? It no longer signs you in.",
  never: "never",
} as const;
