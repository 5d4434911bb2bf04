import { Op } from "sequelize";
import type { Agent } from "~models";
import { Office } from "~models";
import { revokeTokens } from "../accounts";
import { now } from "../kernel/periods/now";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, reaches } from "../kernel/operation/roles";

/**
 * The office that a form or call names, if the account may see it; for a manager, always their own. Throws 422 at
 * `officeId`.
 */
export async function chosenOffice(actor: Actor, named: number | undefined): Promise<number> {
  if (!reaches(actor, "admin")) return actor.companyId ?? 0;
  if (named === undefined) throw invalid({ officeId: ["Please fill in this field."] });
  const { where, include } = Office.visibleTo(actor);
  const office = await Office.findOne({ attributes: ["id"], where: { [Op.and]: [where, { id: named }] }, include });
  if (!office) throw invalid({ officeId: ["Please choose one from the list."] });
  return office.id;
}

/**
 * Starts an agent's membership in an office. Revokes the account's tokens: the old office may have created them and can
 * no longer revoke them.
 */
export async function employ(agent: Agent, companyId: number): Promise<void> {
  await agent.employAt(companyId, now());
  await revokeTokens({ accountId: agent.accountId });
}
