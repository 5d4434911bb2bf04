/** Texts for a person whose session has ended. */
export const signedOut = {
  /** Shown on the sign-in page. */
  because: {
    ended: "You were signed out. Log in to continue.",
    kept: "You were signed out before your form was saved. Log in with the same account and your text is back.",
  },
  /** Shown above the restored form. */
  restored: "You were signed out, so nothing was saved. Your entries are below; check them and save again.",
  omitted: "Enter passwords and choose files again.",
} as const;
