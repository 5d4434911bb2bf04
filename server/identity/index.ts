/**
 * Signing in and out: sessions, bearer and remote tokens, captcha, throttle, two-step sign-in and forgotten passwords.
 * Also the profile of the signed-in account.
 */
export {
  authenticateBearer,
  authenticateFeed,
  authenticateSession,
  type ClientInfo,
  FEED_PREFIX,
  findReader,
} from "./authenticate";
export { captcha, pageCaptcha } from "./captcha";
export { createSuperadmin, setLostPassword } from "./server-accounts";
export * as superadmins from "./superadmins";
export { firstAccount, isFirstAccountMissing } from "./first-account";
export { forgot, resetLink, resetPassword } from "./password-reset";
export * as keptForms from "./kept-forms";
export { FORMER_SESSIONS_SECONDS, formerSessions, formerSessionsCookie } from "./former-sessions";
export { closeSession, readSessionData, writeSessionData } from "./sessions";
export { checkOwnPassword, type PasswordCheck, requirePasswordAndCode, secondStepFields } from "./own-password";
export { confirm, confirmForm } from "./confirm";
export { HarderProof } from "./human";
export { login, loginOptions } from "./login";
export { codeForm, loginCode } from "./login-code";
export { loginRemote, remoteLink } from "./login-remote";
export { accountStatus, logout, me } from "./sign-out";
export * as managedSessions from "./account-sessions/managed";
export * as ownSessions from "./account-sessions/own";
export * as profile from "./profile";
export * as remoteTokens from "./remote-tokens";
export { deleteExpired } from "./sweep";
export * as passkeys from "./two-step/passkey-operations";
export * as twoStep from "./two-step";
export { hasSecondStep } from "./two-step/second-step";
export { CodeRequired } from "./two-step/ticket";
export { viewAs } from "./view-as";
