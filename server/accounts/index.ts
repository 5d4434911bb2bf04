/** The sign-in record that offices, agents and admins share: passwords, sessions and visibility rules. */
export { abilities, type Abilities } from "./abilities";
export { changeStatus, loginBlocked, statusHow } from "./account";
export { createAccount, type NewAccount } from "./account";
export { findOneVisible, findVisible } from "./visibility";
export { endEnabledLogins } from "./sessions";
export { endDeadSessions } from "./sessions";
export { endAccess, endSession, endSessions, revokeTokens } from "./sessions";
export {
  hashPassword,
  manages,
  type Managed,
  opensPassword,
  sealPassword,
  shownPassword,
  verifyPassword,
} from "./passwords";
export { refuseGuessable } from "./passwords";
export { isLetIn, maySignIn } from "./sessions";
export { foldUsername, isNamed } from "./visibility";
export { readsManuals } from "./visibility";
export { setPassword } from "./passwords";
export { sitesVisible } from "./visibility";
export { agentsVisible, listable, officesVisible, ownRows } from "./visibility";
