/** The sign-in record that offices, agents and admins share: passwords, sessions and visibility rules. */
export { abilities, type Abilities } from "./abilities";
export { changeStatus, loginBlocked, statusHow } from "./change-status";
export { createAccount, type NewAccount } from "./create-account";
export { findOneVisible, findVisible } from "./find-visible";
export { endEnabledLogins } from "./end-enabled-logins";
export { endDeadSessions } from "./end-dead-sessions";
export { endAccess, endSession, endSessions, revokeTokens } from "./end-sessions";
export {
  hashPassword,
  manages,
  type Managed,
  opensPassword,
  sealPassword,
  shownPassword,
  verifyPassword,
} from "./password";
export { refuseGuessable } from "./guessable";
export { isLetIn, maySignIn } from "./may-sign-in";
export { foldUsername, isNamed } from "./named";
export { readsManuals } from "./reads-manuals";
export { setPassword } from "./set-password";
export { sitesVisible } from "./sites-visible";
export { agentsVisible, listable, officesVisible, ownRows } from "./visibility";
