import { Op } from "sequelize";
import type { Agent } from "~models";
import { Office } from "~models";
import { revokeTokens } from "../accounts";
import { now } from "../kernel/clock";
import { invalid } from "../kernel/refusal";
import { type Actor, reaches } from "../kernel/roles";

/** The office that a form or call names, if it exists for the account; a manager's is always his own. */
export async function chosenOffice(actor: Actor, named: number | undefined): Promise<number> {
  if (!reaches(actor, "admin")) return actor.companyId ?? 0;
  if (named === undefined) throw invalid({ officeId: ["Please fill in this field."] });
  const { where, include } = Office.visibleTo(actor);
  const office = await Office.findOne({ attributes: ["id"], where: { [Op.and]: [where, { id: named }] }, include });
  if (!office) throw invalid({ officeId: ["Please choose one from the list."] });
  return office.id;
}

/**
 * Begins an agent's stay at an office. The account's tokens end: the old office may have made them, and cannot revoke
 * them any more.
 */
export async function employ(agent: Agent, companyId: number): Promise<void> {
  await agent.employAt(companyId, now());
  await revokeTokens({ accountId: agent.accountId });
}
