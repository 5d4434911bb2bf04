import { z } from "zod";
import { LoginLogRow } from "~models";
import { sql } from "../kernel/database/sql";
import { SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { payoutHints } from "../trade/periods";
import { now } from "../kernel/time/now";
import { fromAddress, isIndexed, logFilter, requireVisibleAddresses } from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { readInTime } from "./reader/feed";
import { exportOf, LogScreen, openLog, reading, followLog } from "./reader/operations";

/** The log of sign-ins. An expired session counts as ended at its expiry, even before the timer records it. */
const loginLog = defineLog({
  does: "read login logs",
  allow: atLeast("agent"),
  model: LoginLogRow,
  idType: "bigint",
  timeField: "inTime",
  row: { id: "SignIn", description: "A sign-in." },
  columns: {
    id: { type: z.int() },
    username: { type: z.string(), from: sql`a.username`, label: "Username", sort: "name" },
    agentId: { type: z.int().nullable() },
    companyId: { type: z.int().nullable() },
    ip: { type: z.string().nullable(), from: sql`host(l.ip)`, label: "IP", sees: "seeIp", sort: sql`l.ip` },
    inTime: { type: z.string(), time: true, label: "Login", sort: true },
    outTime: {
      type: z.string().nullable(),
      from: sql`coalesce(l.out_time, ended.expires_at)`,
      time: true,
      label: "Logout",
      sort: true,
    },
    /** Username of the creator of the link that opened the session, if that is another account. */
    by: { type: z.string().nullable(), label: "By" },
  },
  joins: () => sql`
    JOIN accounts a ON a.id = l.account_id
    LEFT JOIN sessions ended ON ended.id = l.session_id AND ended.expires_at <= ${now()}`,
  filters: {
    ipAddress: logFilter(
      SearchText(64),
      (text, actor) => {
        requireVisibleAddresses(actor);
        return fromAddress(sql`l.ip`, text);
      },
      isIndexed,
    ),
  },
  hints: payoutHints,
});

/** Sign-ins with address, start and end. Agents see their own, managers those of their office, admins all. */
export const searchLogins = query({
  ...reading(loginLog, "logs.logins"),
  input: loginLog.Criteria.extend(cursorInput),
  output: CutList(loginLog.Row).extend(cursorAnswer),
  run: ({ actor }, criteria) => followLog(loginLog, actor, criteria, readInTime("login")),
});

/** The login log with the choices of its form: offices, agents and payout periods. */
export const loginScreen = query({
  ...reading(loginLog, "logs.loginScreen"),
  input: loginLog.Form,
  output: LogScreen(loginLog.Row),
  run: ({ actor }, form) => openLog(loginLog, actor, form),
});

/** All rows of the login log as CSV, with every column that has a label. */
export const exportLogins = exportOf(loginLog, {
  name: "logs.loginExport",
  does: "export login logs",
  file: "login-logs",
});
