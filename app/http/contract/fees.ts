import { fees as room } from "~/gate.server";
import { calls } from "../calls";

export const fees = calls({
  "GET companies/fees": room.list,
  "POST companies/fees": room.save,
  "POST companies/fees/rehearse": room.rehearse,
  "POST companies/fees/import": room.importFees,
});
