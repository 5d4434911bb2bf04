import { admins, agents, approvals, fees, identity, migration, offices, removeAgent } from "~/gate.server";
import { calls, created, tagged, writingGet } from "../calls/calls";

const { superadmins } = identity;

/** Accounts of other people. */
export const people = calls({
  "GET admins": admins.list,
  "PUT admins": created(admins.create),
  "GET admins/{id}": admins.read,
  "POST admins/{id}": admins.update,
  "POST admins/{id}/password": admins.showPassword,
  "GET superadmins": superadmins.list,
  "GET superadmins/{id}": superadmins.read,
  "POST superadmins/{id}": superadmins.setEmail,
  "POST superadmins/{id}/status": superadmins.setStatus,
  "POST superadmins/{id}/demote": superadmins.demote,

  "POST agents/search": agents.search,
  "POST agents/status": agents.setStatus,
  "PUT agents": created(agents.create),
  "GET agents/{id}": agents.read,
  "POST agents/{id}": agents.update,
  "DELETE agents/{id}": removeAgent,
  "POST agents/{id}/password": agents.showPassword,
  "GET agents/{id}/sites": agents.sites,

  "POST offices/search": offices.search,
  "POST offices/status": offices.setStatus,
  "PUT offices": created(offices.create),
  "GET offices/{id}": offices.read,
  "POST offices/{id}": offices.update,
  "POST offices/{id}/password": offices.showPassword,
  "GET companies/{id}/sites": offices.sites,
  "GET offices/{id}/payments": fees.ofOffice,

  "GET accounts/unapproved": approvals.list,
  "GET accounts/unapproved/count": tagged(approvals.count, ({ count }) => count),
  "PUT accounts/approve": approvals.approve,
  "PUT accounts/reject": approvals.reject,
  "PUT accounts/request-approval": approvals.request,

  "POST accounts/migrate": migration.migrate,
  "GET accounts/migrate": writingGet(migration.migrate),
  "GET admins/countToMigrate": migration.count,
});
