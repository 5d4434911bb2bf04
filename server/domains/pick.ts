import { type Attributes, col, fn, Op } from "sequelize";
import { Domain } from "~models";

export type PreferredDomain = Pick<Attributes<Domain>, "id" | "domain">;

/** The domains to choose from, by name. Includes a hidden one only if it is the current choice. */
export async function pickedDomains(present: number | null = null): Promise<PreferredDomain[]> {
  const found = await Domain.findAll({
    attributes: ["id", "domain"],
    where: present === null ? { hidden: false } : { [Op.or]: [{ hidden: false }, { id: present }] },
    order: [[fn("lower", col("domain")), "ASC"], "id"],
  });
  return found.map(({ id, domain }) => ({ id, domain }));
}

/** The default of a new office: the domain with id 1, otherwise the first listed (OFFICE-21). */
export const firstDomain = (domains: readonly PreferredDomain[]): PreferredDomain | undefined =>
  domains.find(({ id }) => id === 1) ?? domains[0];
