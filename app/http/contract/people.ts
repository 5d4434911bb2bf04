import { admins, agents, approvals, fees, migration, offices, payouts, removeAgent, reports } from "~/gate.server";
import { calls, created, tagged, writingGet } from "../calls/calls";

/** Accounts of other people. */
export const people = calls({
  "GET admins": admins.list,
  "PUT admins": created(admins.create),
  "GET admins/{id}": admins.read,
  "POST admins/{id}": admins.update,
  "POST admins/{id}/password": admins.showPassword,

  "POST agents/search": agents.search,
  "POST agents/status": agents.setStatus,
  "PUT agents": created(agents.create),
  "GET agents/{id}": agents.read,
  "POST agents/{id}": agents.update,
  "DELETE agents/{id}": removeAgent,
  "POST agents/{id}/password": agents.showPassword,
  "GET agents/{id}/sites": agents.sites,
  "GET agents/{id}/payout-details": payouts.readAgent,
  "POST agents/{id}/payout-details": payouts.saveAgent,
  "POST agents/{id}/payout-details/confirm": payouts.confirmAgent,

  "POST offices/search": offices.search,
  "POST offices/status": offices.setStatus,
  "PUT offices": created(offices.create),
  "GET offices/{id}": offices.read,
  "POST offices/{id}": offices.update,
  "POST offices/{id}/password": offices.showPassword,
  "GET companies/{id}/sites": offices.sites,
  "GET offices/{id}/figures": reports.officeFigures,
  "GET offices/{id}/payments": fees.ofOffice,
  "GET offices/{id}/payout-details": payouts.readOffice,
  "POST offices/{id}/payout-details": payouts.saveOffice,
  "POST offices/{id}/payout-details/confirm": payouts.confirmOffice,

  "GET accounts/unapproved": approvals.list,
  "GET accounts/unapproved/count": tagged(approvals.count, ({ count }) => count),
  "PUT accounts/approve": approvals.approve,
  "PUT accounts/reject": approvals.reject,
  "PUT accounts/request-approval": approvals.request,

  "POST accounts/migrate": migration.migrate,
  "GET accounts/migrate": writingGet(migration.migrate),
  "GET admins/countToMigrate": migration.count,
});
