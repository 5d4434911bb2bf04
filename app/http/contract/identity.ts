import { identity as room } from "~/gate.server";
import { calls, created } from "../calls";

const { remoteTokens } = room;

export const identity = calls({
  "POST auth/login": room.login,
  "POST auth/login-remote": room.loginRemote,
  "POST auth/logout": room.logout,
  "GET captcha": room.captcha,
  "POST forgot": room.forgot,
  "POST auth/reset": room.resetPassword,
  "GET auth/remote-tokens": remoteTokens.list,
  "POST auth/remote-tokens": created(remoteTokens.create),
  "DELETE auth/remote-tokens/{id}": remoteTokens.revoke,
  "GET accounts/me": room.me,
});
