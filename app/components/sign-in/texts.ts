/** Texts of the sign-in page and of the pages around it. */
export const signIn = {
  heading: "Log in",
  lost: "Lost Your Password?",
  back: "I didn't forget, let me log in!",
  noAccounts: "There are no accounts yet. Create the first one on the server:",
  createFirst: "npm run admin -- create-superadmin USERNAME EMAIL",
  captcha: "Characters in the picture",
  captchaAlt: "Characters in the picture. If you cannot see them, press Answer a question instead.",
  captchaHint: "Lowercase is fine.",
  proven: "Your browser was checked. You need not type the characters.",
  reload: "New picture",
  useQuestion: "Answer a question instead",
  questionHint: "Type both words.",
  reloadQuestion: "New question",
  usePicture: "Use a picture instead",
  forgotHeading: "Lost your password",
  forgotText:
    "Enter your username and the e-mail address of your account. We will e-mail you a link to set a new password.",
  forgotSend: "Send the link",
  sentHeading: "Check your e-mail",
  forgotSent: (address = "your address") =>
    `If the username and e-mail address match an account, we have sent a link to ${address}. It works for one hour; check the spam folder too.`,
  sentNext: "No mail? Check the username and the address, then ask again. Your manager can also set a new password.",
  sendAgain: "Ask again",
  resetHeading: "Set a new password",
  resetSave: "Set password",
  resetDone: "Your new password is set. Please log in with it.",
  ownHeading: "Choose your own password",
  ownText:
    "Somebody else set the password of this account. Choose another one; then you continue with the page you wanted.",
  ownLogout: "Log out instead",
  linkOver: "This sign-in link is no longer valid.",
  linkAgain:
    "It works once, within a minute. Ask the person who sent it for a new one, or log in with your username and password.",
  linkStay: (username: string) => `Stay signed in as ${username}`,
  linkHeading: "Sign-in link",
  linkFor: (username: string) => `This link logs you in as ${username}.`,
  linkIgnore: "If you did not expect this link, close the page. Nothing has happened yet.",
  linkQuestion: (username: string) => `You are signed in as ${username}. Continue with this sign-in link?`,
  linkContinue: "Continue",
  code: "Code",
  codeHint: "The six digits from your authenticator app, or one of your recovery codes.",
  startAgain: "Start over with your password",
  logoutHeading: "Log out",
  logoutText: "Do you want to log out?",
} as const;

/** Texts for a link in an e-mail that is no longer valid. */
export const deadLink = {
  message: "This link is no longer valid. Please ask for a new one.",
  again: "Send a new link",
} as const;

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
