/** The sign-in record that offices, agents and admins share: passwords, sessions and visibility rules. */
export { abilities, type Abilities } from "./abilities";
export { changeStatus, loginBlocked, statusHow } from "./account";
export { createAccount, type NewAccount } from "./account";
export { findOneVisible, findVisible } from "./visibility";
export { endEnabledLogins } from "./sessions";
export { endExpiredSessions as endExpiredSessions } from "./sessions";
export { endAccess, endSession, endSessions, revokeTokens } from "./sessions";
export {
  hashPassword,
  canManage as canManage,
  type Managed,
  requireUnsealablePassword as requireUnsealablePassword,
  sealPassword,
  visiblePassword as visiblePassword,
  verifyPassword,
} from "./passwords";
export { refuseGuessable } from "./passwords";
export { isSignInAllowed as isSignInAllowed, maySignIn } from "./sessions";
export { normalizeUsername as normalizeUsername, hasUsername as hasUsername } from "./visibility";
export { canReadManuals as canReadManuals } from "./visibility";
export { setPassword } from "./passwords";
export { sitesVisible } from "./visibility";
export { agentsVisible, listable, officesVisible, ownRows } from "./visibility";
