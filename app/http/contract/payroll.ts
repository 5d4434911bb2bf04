import { payroll as room } from "~/gate.server";
import { calls } from "../calls";

export const payroll = calls({
  "POST periods/search": room.searchPeriods,
  "POST periods/{id}/close": room.close,
  "POST periods/{id}/pay": room.pay,
  "POST ledger": room.writeLine,
  "POST ledger/search": room.searchLedger,
});
