import { identity } from "~/gate.server";
import { calls, created } from "../calls/calls";

const { remoteTokens } = identity;
const { managedSessions, ownSessions } = identity;
const { admin, agent, company } = identity.profile;

/** Signing in, sessions, tokens, and the settings of one's own account. */
export const signIn = calls({
  "POST auth/login": identity.login,
  "POST auth/login-remote": identity.loginRemote,
  "POST auth/login/options": identity.loginOptions,
  "POST auth/login/code": identity.loginCode,
  "GET auth/confirm": identity.confirmForm,
  "POST auth/confirm": identity.confirm,
  "POST auth/view-as": identity.viewAs,
  "POST auth/logout": identity.logout,
  "GET captcha": identity.captcha,
  "POST forgot": identity.forgot,
  "POST auth/reset": identity.resetPassword,
  "GET auth/remote-tokens": remoteTokens.list,
  "POST auth/remote-tokens": created(remoteTokens.create),
  "DELETE auth/remote-tokens/{id}": remoteTokens.revoke,
  "GET accounts/me": identity.me,

  "GET profile/admin": admin.read,
  "POST profile/admin": admin.update,
  "GET profile/company": company.read,
  "POST profile/company": company.update,
  "GET profile/agent": agent.read,
  "POST profile/agent": agent.update,
  "GET auth/sessions": ownSessions.list,
  "DELETE auth/sessions": ownSessions.endOthers,
  "DELETE auth/sessions/{id}": ownSessions.end,
  "GET accounts/{id}/sessions": managedSessions.list,
  "DELETE accounts/{id}/sessions": managedSessions.endAll,
  "DELETE accounts/{id}/sessions/{sessionId}": managedSessions.end,
});
