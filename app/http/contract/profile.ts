import { identity } from "~/gate.server";
import { calls, created } from "../calls";

const { ownSessions, twoStep } = identity;
const { admin, agent, company } = identity.profile;

/** Settings of a person's own account: profile, sessions, two-step sign-in. */
export const profile = calls({
  "GET profile/admin": admin.read,
  "POST profile/admin": admin.update,
  "GET profile/company": company.read,
  "POST profile/company": company.update,
  "GET profile/agent": agent.read,
  "POST profile/agent": agent.update,
  "GET auth/sessions": ownSessions.list,
  "DELETE auth/sessions": ownSessions.endOthers,
  "DELETE auth/sessions/{id}": ownSessions.end,
  "GET auth/totp": twoStep.read,
  "POST auth/totp": created(twoStep.begin),
  "POST auth/totp/confirm": twoStep.confirm,
  "POST auth/totp/recovery-codes": twoStep.renewCodes,
  "POST auth/totp/off": twoStep.switchOff,
  "POST auth/totp/reset": twoStep.reset,
});
