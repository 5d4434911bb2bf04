import { z } from "zod";
import { abilities } from "../accounts";
import { Proposals, proposals } from "../agents";
import type { Actor } from "../kernel/roles";
import { pickedOffices } from "./pick";

/** Whose rows a list can be narrowed to: what the filters Office and Agent show; empty where a role has no such filter. */
export const PeopleChoices = z.object({
  offices: z.array(z.object({ value: z.int(), label: z.string() })),
  agents: Proposals,
});

/** Agents are those of the chosen office. Suspended offices and agents are among them: they have left rows too. */
export async function peopleChoices(actor: Actor, companyId?: number): Promise<z.output<typeof PeopleChoices>> {
  const offices = abilities(actor).chooseOffice ? await pickedOffices(actor, { onlyAvailable: false }) : [];
  return {
    offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })),
    agents: await proposals(actor, companyId),
  };
}
