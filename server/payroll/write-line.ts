import { z } from "zod";
import { Agent, AgentOffice, LedgerLine, Office } from "~models";
import { agentGiven, requireAgent } from "../agents";
import { now } from "../kernel/periods/now";
import { rows } from "../kernel/database/transactions";
import { Id, Required } from "../kernel/operation/input";
import { cents, decimalText, SignedMoney } from "../kernel/text/money";
import { type Call, command } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireOffice } from "../offices";
import { holdOpen } from "./close";
import { LedgerLineOutput, lineShown } from "./ledger";
import { ledgerLines, type Line, nameNow } from "./lines";

const KINDS = ["adjustment", "advance", "penalty"] as const;

const fields = {
  periodId: Id,
  companyId: Id.nullish().transform((id) => id ?? undefined),
  kind: z.enum(KINDS, "Please choose one from the list."),
  php: SignedMoney,
  reason: Required(),
};

/** Advances and penalties are entered as positive amounts: each of 100 subtracts 100. */
const bySign = ({ kind, php }: { kind: string; php: number }, context: z.RefinementCtx) => {
  const fault = (message: string) => context.addIssue({ code: "custom", path: ["php"], message });
  if (php === 0) fault("Please enter an amount other than 0.");
  else if (kind !== "adjustment" && php < 0) fault("Please enter an amount above 0.");
};

/**
 * Writes an adjustment, advance or penalty with its reason into an open half-month, on an agent's account at an office.
 * The office defaults to the agent's current one; another must be one that they were once with.
 */
export const writeLine = command({
  name: "payroll.writeLine",
  does: "write into the ledger",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z.object({ ...fields, agentId: Id }).superRefine(bySign),
  output: LedgerLineOutput,
  run: write,
});

/** The same command under the same name, for a form that may give the agent's username instead of the ID. */
export const writeLineNamed = command({
  name: writeLine.name,
  does: "write into the ledger",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z
    .object({ ...fields, agentId: z.union([Id, Required(255)], "Please fill in this field.") })
    .superRefine(bySign),
  output: LedgerLineOutput,
  async run(call, line) {
    const agentId = await agentGiven(call.actor, line.agentId);
    return write(call, { ...line, agentId });
  },
});

type NewLine = Pick<LedgerLine, "periodId" | "agentId"> & {
  companyId?: number;
  kind: (typeof KINDS)[number];
  php: number;
  reason: string;
};

async function write({ actor, changed }: Call, line: NewLine): Promise<LedgerLineOutput> {
  const { periodId, agentId, companyId: named, kind, php, reason } = line;
  await holdOpen(periodId);
  const { username } = await requireAgent(actor, agentId);
  if (named !== undefined) await requireOffice(actor, named);
  const companyId = await accountAt(agentId, named);
  const signed = decimalText(kind === "adjustment" ? cents(php) : -cents(php));
  const { officeName } = await Office.findByPk(companyId, { attributes: ["officeName"], rejectOnEmpty: true });
  const after = { periodId, agentId, companyId, kind, php: signed, reason };
  const namesNow = { agent: nameNow(username), officeName };
  const { id } = await LedgerLine.create({ ...after, ...namesNow, byAccountId: actor.accountId, at: now() });
  changed({ record: "ledgerLine", id, before: null, after });
  const [written] = await rows<Line>(ledgerLines(sql`l.id = ${id}`));
  if (!written) throw new Error("A ledger line was written and is not there.");
  return lineShown(written);
}

/** The office ID; by default the agent's current office. Throws 422 for an office that the agent was never with. */
async function accountAt(agentId: number, named: number | undefined): Promise<number> {
  const { companyId } = await Agent.findByPk(agentId, { attributes: ["companyId"], rejectOnEmpty: true });
  if (named === undefined || named === companyId) return companyId;
  const stay = await AgentOffice.findOne({ attributes: ["companyId"], where: { agentId, companyId: named } });
  if (!stay) throw invalid({ companyId: ["This agent was never with this office."] });
  return named;
}
