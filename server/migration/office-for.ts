import { col, fn, where } from "sequelize";
import { Account, type LegacyAgent, Office } from "~models";
import { Username } from "../kernel/operation/input";

/** The office that a staged agent joins, or the reason as a sentence if the agent cannot be migrated. */
export async function officeFor({ username, officeName }: LegacyAgent): Promise<Office | string> {
  if (username.length > 10) return "The username is longer than 10 characters.";
  if (!Username.safeParse(username).success) return "The username may contain only letters, digits, _ . and -.";
  const [office, ...others] = await Office.findAll({
    where: where(fn("lower", col("office_name")), fn("lower", officeName)),
    include: [Account.present()],
    limit: 2,
  });
  if (others.length > 0) return `Several offices are called "${officeName}".`;
  return office ?? `There is no office "${officeName}".`;
}
