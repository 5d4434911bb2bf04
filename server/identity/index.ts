/** Signing in and out: sessions, bearer and remote tokens, captcha, throttle, forgotten passwords. */
export { askerOfBearer, askerOfSession, type Seen } from "./asker";
export { captcha } from "./captcha";
export { createSuperadmin } from "./create-superadmin";
export { forgot } from "./forgot";
export { login } from "./login";
export { loginRemote } from "./login-remote";
export { logout } from "./logout";
export { me } from "./me";
export * as remoteTokens from "./remote-tokens";
export { resetPassword } from "./reset-password";
export { closeSession, readSessionData, writeSessionData } from "./sessions";
export { standing } from "./standing";
export { sweep } from "./sweep";
