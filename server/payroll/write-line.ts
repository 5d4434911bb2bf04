import { z } from "zod";
import { Agent, AgentOffice, LedgerLine, Office } from "~models";
import { requireNamedAgent, requireAgent } from "../agents";
import { now } from "../kernel/time/now";
import { queryRows } from "../kernel/database/transactions";
import { Id, Required } from "../kernel/operation/input";
import { toCents, decimalText, SignedMoney } from "../kernel/text/money";
import { type Call, command } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireOffice } from "../offices";
import { lockOpenPeriod } from "./close";
import { LedgerLineOutput, toLineOutput } from "./ledger";
import { ledgerLines, type Line, displayedName } from "./lines";

const KINDS = ["adjustment", "advance", "penalty"] as const;

const fields = {
  periodId: Id,
  companyId: Id.nullish().transform((id) => id ?? undefined),
  kind: z.enum(KINDS, "Please choose one from the list."),
  php: SignedMoney,
  reason: Required(),
};

/** Advances and penalties are entered as positive amounts: each of 100 subtracts 100. */
const checkSign = ({ kind, php }: { kind: string; php: number }, context: z.RefinementCtx) => {
  const addError = (message: string) => context.addIssue({ code: "custom", path: ["php"], message });
  if (php === 0) addError("Please enter an amount other than 0.");
  else if (kind !== "adjustment" && php < 0) addError("Please enter an amount above 0.");
};

const declared = {
  name: "payroll.writeLine",
  does: "write into the ledger",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  output: LedgerLineOutput,
} as const;

/**
 * Writes an adjustment, advance or penalty with its reason into an open half-month, on an agent's account at an office.
 * The office defaults to the agent's current one; another must be one that they were once with.
 */
export const writeLine = command({
  ...declared,
  input: z.object({ ...fields, agentId: Id }).superRefine(checkSign),
  run: insertLine,
});

/** The same command under the same name, for a form that may give the agent's username instead of the ID. */
export const writeLineByUsername = command({
  ...declared,
  input: z
    .object({ ...fields, agentId: z.union([Id, Required(255)], "Please fill in this field.") })
    .superRefine(checkSign),
  async run(call, line) {
    const agentId = await requireNamedAgent(call.actor, line.agentId);
    return insertLine(call, { ...line, agentId });
  },
});

type NewLine = Pick<LedgerLine, "periodId" | "agentId"> & {
  companyId?: number;
  kind: (typeof KINDS)[number];
  php: number;
  reason: string;
};

async function insertLine({ actor, changed }: Call, line: NewLine): Promise<LedgerLineOutput> {
  const { periodId, agentId, companyId: officeId, kind, php, reason } = line;
  await lockOpenPeriod(periodId);
  const { username } = await requireAgent(actor, agentId);
  if (officeId !== undefined) await requireOffice(actor, officeId);
  const companyId = await resolveOffice(agentId, officeId);
  const signedPhp = decimalText(kind === "adjustment" ? toCents(php) : -toCents(php));
  const { officeName } = await Office.findByPk(companyId, { attributes: ["officeName"], rejectOnEmpty: true });
  const after = { periodId, agentId, companyId, kind, php: signedPhp, reason };
  const currentNames = { agent: displayedName(username), officeName };
  const { id } = await LedgerLine.create({ ...after, ...currentNames, byAccountId: actor.accountId, at: now() });
  changed({ record: "ledgerLine", id, before: null, after });
  const [written] = await queryRows<Line>(ledgerLines(sql`l.id = ${id}`));
  if (!written) throw new Error("A ledger line was written but cannot be read.");
  return toLineOutput(written);
}

/** The office ID; by default the agent's current office. Throws 422 for an office that the agent was never with. */
async function resolveOffice(agentId: number, officeId: number | undefined): Promise<number> {
  const { companyId } = await Agent.findByPk(agentId, { attributes: ["companyId"], rejectOnEmpty: true });
  if (officeId === undefined || officeId === companyId) return companyId;
  const membership = await AgentOffice.findOne({ attributes: ["companyId"], where: { agentId, companyId: officeId } });
  if (!membership) throw invalid({ companyId: ["This agent was never with this office."] });
  return officeId;
}
