import { z } from "zod";
import { Agent, AgentOffice, LedgerLine, Office } from "~models";
import { agentGiven, requireAgent } from "../agents";
import { now } from "../kernel/clock";
import { rows } from "../kernel/database";
import { Id, Required } from "../kernel/input";
import { cents, decimalText, SignedMoney } from "../kernel/money";
import { type Call, command } from "../kernel/operation";
import { invalid } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { requireOffice } from "../offices";
import { holdOpen } from "./hold";
import { LedgerLineOutput, lineShown } from "./ledger-line";
import { ledgerLines, type Line, nameNow } from "./lines";

const KINDS = ["adjustment", "advance", "penalty"] as const;

const fields = {
  periodId: Id,
  companyId: Id.nullish().transform((id) => id ?? undefined),
  kind: z.enum(KINDS, "Please choose one from the list."),
  php: SignedMoney,
  reason: Required(),
};

/** Amounts are given as they are spoken of: an advance and a penalty of 100 each take 100 away. */
const bySign = ({ kind, php }: { kind: string; php: number }, context: z.RefinementCtx) => {
  const fault = (message: string) => context.addIssue({ code: "custom", path: ["php"], message });
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
  output: LedgerLineOutput,
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

/** The office, which has to be one of those that the agent was ever with. Throws 422. */
async function accountAt(agentId: number, named: number | undefined): Promise<number> {
  const { companyId } = await Agent.findByPk(agentId, { attributes: ["companyId"], rejectOnEmpty: true });
  if (named === undefined || named === companyId) return companyId;
  const stay = await AgentOffice.findOne({ attributes: ["companyId"], where: { agentId, companyId: named } });
  if (!stay) throw invalid({ companyId: ["This agent was never with this office."] });
  return named;
}
