import { type Attributes, col, fn, Op } from "sequelize";
import { Domain } from "~models";

export type PreferredDomain = Pick<Attributes<Domain>, "id" | "domain">;

/** The domains to choose from, by name; a hidden one only where it is the present choice. */
export async function pickedDomains(present: number | null = null): Promise<PreferredDomain[]> {
  const found = await Domain.findAll({
    attributes: ["id", "domain"],
    where: present === null ? { hidden: false } : { [Op.or]: [{ hidden: false }, { id: present }] },
    order: [[fn("lower", col("domain")), "ASC"], "id"],
  });
  return found.map(({ id, domain }) => ({ id, domain }));
}

/** What a new office begins with: the domain with id 1, else the first listed (OFFICE-21). */
export const firstDomain = (domains: readonly PreferredDomain[]): PreferredDomain | undefined =>
  domains.find(({ id }) => id === 1) ?? domains[0];
