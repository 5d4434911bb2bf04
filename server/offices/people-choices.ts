import { z } from "zod";
import { abilities } from "../accounts";
import { Proposals, proposals } from "../agents";
import type { Actor } from "../kernel/operation/roles";
import { pickedOffices } from "./pick";

/** Choices of the filters Office and Agent. Empty for roles without such a filter. */
export const PeopleChoices = z.object({
  offices: z.array(z.object({ value: z.int(), label: z.string() })),
  agents: Proposals,
});

/** Agents are those of the chosen office. Suspended offices and agents are included because they have rows too. */
export async function peopleChoices(actor: Actor, companyId?: number): Promise<z.output<typeof PeopleChoices>> {
  const offices = abilities(actor).chooseOffice ? await pickedOffices(actor, { onlyAvailable: false }) : [];
  return {
    offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })),
    agents: await proposals(actor, companyId),
  };
}
