/**
 * Signing in and out: sessions, bearer and remote tokens, captcha, throttle, two-step sign-in and forgotten passwords.
 * Also the profile of the signed-in account.
 */
export {
  authenticateBearer as authenticateBearer,
  authenticateSession as authenticateSession,
  type ClientInfo as ClientInfo,
} from "./authenticate";
export { captcha } from "./captcha";
export { createSuperadmin } from "./create-superadmin";
export { forgot } from "./password-reset";
export * as keptForms from "./kept-forms";
export { LAST_SESSION_SECONDS, lastSession, lastSessionCookie as lastSessionCookie } from "./sessions";
export { login } from "./login";
export { loginCode } from "./login-code";
export { loginRemote } from "./login-remote";
export { logout } from "./sign-out";
export { me } from "./sign-out";
export * as ownSessions from "./own-sessions";
export * as profile from "./profile";
export * as remoteTokens from "./remote-tokens";
export { resetLink, resetPassword } from "./password-reset";
export { closeSession, readSessionData, writeSessionData } from "./sessions";
export { accountStatus as accountStatus } from "./sign-out";
export { deleteExpired as deleteExpired } from "./sweep";
export * as twoStep from "./two-step";
export { CodeRequired as CodeRequired } from "./two-step/ticket";
