/** Signing in and out: sessions, bearer and remote tokens, captcha, throttle, forgotten passwords. */
export { askerOfBearer, askerOfSession, type Seen } from "./asker";
export { logout } from "./logout";
export { me } from "./me";
export { closeSession, readSessionData, writeSessionData } from "./sessions";
