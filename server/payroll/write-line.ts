import { z } from "zod";
import { agentGiven, requireAgent } from "../agents";
import { now } from "../kernel/clock";
import { one, rows } from "../kernel/database";
import { Id, Required } from "../kernel/input";
import { cents, decimalText, SignedMoney } from "../kernel/money";
import { type Call, command } from "../kernel/operation";
import { invalid } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { requireOffice } from "../offices";
import { holdOpen } from "./hold";
import { LedgerLine, lineShown } from "./ledger-line";
import { agentNow, ledgerLines, type Line, names } from "./lines";

const KINDS = ["adjustment", "advance", "penalty"] as const;

const fields = {
  periodId: Id,
  companyId: Id.nullish().transform((id) => id ?? undefined),
  kind: z.enum(KINDS, "Please choose one from the list."),
  php: SignedMoney,
  reason: Required(),
};

/** Amounts are given as they are spoken of: an advance and a penalty of 100 each take 100 away. */
const bySign = ({ kind, php }: { kind: string; php: number }, { addIssue }: z.RefinementCtx) => {
  const fault = (message: string) => addIssue({ code: "custom", path: ["php"], message });
  if (php === 0) fault("Please enter an amount other than 0.");
  else if (kind !== "adjustment" && php < 0) fault("Please enter an amount above 0.");
};

/**
 * An adjustment, advance or penalty in an open half-month, with its reason, on the account of an agent at an office: his
 * present one, unless another is named where he has been.
 */
export const writeLine = command({
  name: "payroll.writeLine",
  does: "write into the ledger",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z.object({ ...fields, agentId: Id }).superRefine(bySign),
  output: LedgerLine,
  run: write,
});

/** The same act, told apart by nobody, of a form that names the agent by his username too; a call's number is an id. */
export const writeLineNamed = command({
  name: writeLine.name,
  does: "write into the ledger",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z
    .object({ ...fields, agentId: z.union([Id, Required(255)], "Please fill in this field.") })
    .superRefine(bySign),
  output: LedgerLine,
  async run(call, line) {
    const agentId = await agentGiven(call.actor, line.agentId);
    return write(call, { ...line, agentId });
  },
});

type NewLine = { periodId: number; agentId: number; companyId?: number; kind: string; php: number; reason: string };

async function write({ actor, changed }: Call, line: NewLine): Promise<LedgerLine> {
  const { periodId, agentId, companyId: named, kind, php, reason } = line;
  await holdOpen(periodId);
  await requireAgent(actor, agentId);
  if (named !== undefined) await requireOffice(actor, named);
  const companyId = await accountAt(agentId, named);
  const signed = decimalText(kind === "adjustment" ? cents(php) : -cents(php));
  const made = await one<{ id: number }>(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, php, agent, office_name, reason, by_account_id, at)
    SELECT ${periodId}::int, row.agent_id, row.company_id, ${kind}, ${signed}::numeric, ${agentNow}, o.office_name,
      ${reason}, ${actor.accountId}::int, ${now()}::timestamptz
    FROM (SELECT ${agentId}::int AS agent_id, ${companyId}::int AS company_id) AS row ${names(sql`row`)}
    RETURNING id`);
  const [written] = await rows<Line>(ledgerLines(sql`l.id = ${made?.id}`));
  if (!written) throw new Error("A ledger line was written and is not there.");
  const after = { periodId, agentId, companyId, kind, php: signed, reason };
  changed({ record: "ledgerLine", id: written.id ?? 0, before: null, after });
  return lineShown(written);
}

/** The office, which has to be one of those that the agent was ever with. Throws 422. */
async function accountAt(agentId: number, named: number | undefined): Promise<number> {
  const office = await one<{ id: number }>(sql`
    SELECT company_id AS id FROM agents WHERE id = ${agentId} AND company_id = coalesce(${named ?? null}::int, company_id)
    UNION ALL
    SELECT company_id FROM agent_offices WHERE agent_id = ${agentId} AND company_id = ${named ?? null}::int
    LIMIT 1`);
  if (!office) throw invalid({ companyId: ["This agent was never with this office."] });
  return office.id;
}
