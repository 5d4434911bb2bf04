/**
 * Signing in and out: sessions, bearer and remote tokens, captcha, throttle, two-step sign-in and forgotten passwords.
 * Also the profile of the signed-in account.
 */
export { askerOfBearer, askerOfSession, type Seen } from "./asker";
export { captcha } from "./captcha";
export { createSuperadmin } from "./create-superadmin";
export { forgot } from "./password-reset";
export * as keptForms from "./kept-forms";
export { LAST_SESSION_SECONDS, lastSession, sealedLastSession } from "./sessions";
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
export { standing } from "./sign-out";
export { sweep } from "./sweep";
export * as twoStep from "./two-step";
export { CodeAsked } from "./two-step/ticket";
