/** The sign-in record that offices, agents and admins share: passwords, sessions and visibility rules. */
export { abilities, type Abilities } from "./abilities";
export {
  auditedAccount,
  auditedAs,
  changeStatus,
  createAccount,
  loginBlocked,
  loginEnabled,
  type NewAccount,
  statusHow,
} from "./account";
export {
  agentsVisible,
  canReadManuals,
  findOneVisible,
  findVisible,
  hasUsername,
  listable,
  normalizeUsername,
  officesVisible,
  ownRows,
  scopeNames,
  sitesVisible,
} from "./visibility";
export {
  endAccess,
  endEnabledLogins,
  endExpiredSessions,
  endSession,
  endSessions,
  isOpenSession,
  isSignInAllowed,
  maySignIn,
  revokeTokens,
} from "./sessions";
export { refuseGuessable } from "./guessable";
export {
  changesCredentials,
  checkPassword,
  hashPassword,
  setPassword,
  suggestPassword,
  verifyPassword,
} from "./passwords";
export { findManagedAccount, findManagedOwner, ownerKinds } from "./managed-account";
export {
  canManage,
  forgetReadablePasswords,
  keepsReadablePasswords,
  type Managed,
  passwordContext,
  sealPassword,
  ShownPassword,
  showPassword,
  visiblePassword,
} from "./readable-passwords";
export { adminAddresses, mailAddressOf, superadminAddresses } from "./mail-addresses";
export { mutedBy, optionalMailsOf, wantedMails, WantedMails, wantsMail } from "./optional-mails";
export { accessChangedByOther, mayHoldAccess } from "./second-person";
export { followSecurityChanges } from "./security-mails";
