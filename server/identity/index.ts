/**
 * Signing in and out: sessions, bearer and remote tokens, captcha, throttle, two-step sign-in and forgotten passwords.
 * Also the profile of the signed-in account.
 */
export { authenticateBearer, authenticateSession, type ClientInfo } from "./authenticate";
export { captcha } from "./captcha";
export { createSuperadmin, setLostPassword } from "./server-accounts";
export * as superadmins from "./superadmins";
export { firstAccount, isFirstAccountMissing } from "./first-account";
export { forgot, resetLink, resetPassword } from "./password-reset";
export * as keptForms from "./kept-forms";
export { FORMER_SESSIONS_SECONDS, formerSessions, formerSessionsCookie } from "./former-sessions";
export { closeSession, readSessionData, writeSessionData } from "./sessions";
export { checkOwnPassword, type PasswordCheck, requirePasswordAndCode } from "./own-password";
export { confirm, confirmForm } from "./confirm";
export { login } from "./login";
export { loginCode } from "./login-code";
export { loginRemote, remoteLink } from "./login-remote";
export { accountStatus, logout, me } from "./sign-out";
export * as managedSessions from "./account-sessions/managed";
export * as ownSessions from "./account-sessions/own";
export * as profile from "./profile";
export * as remoteTokens from "./remote-tokens";
export { deleteExpired } from "./sweep";
export * as twoStep from "./two-step";
export { confirmedAt as secondStepSince } from "./two-step/authenticator";
export { CodeRequired } from "./two-step/ticket";
export { viewAs } from "./view-as";
