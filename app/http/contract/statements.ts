import { payroll as room } from "~/gate.server";
import { calls } from "../calls";

export const statements = calls({ "GET statements/{periodId}": room.statement });
