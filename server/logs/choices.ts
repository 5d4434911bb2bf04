import { z } from "zod";
import { abilities } from "../accounts";
import { Proposals, proposals } from "../agents";
import type { Actor } from "../kernel/roles";
import { pickedOffices } from "../offices";

export const Hint = z.object({ label: z.string(), start: z.string(), end: z.string(), unit: z.string() });

/** Whose rows a log can be narrowed to; empty where a role has no such filter. */
export const Choices = z.object({
  offices: z.array(z.object({ value: z.int(), label: z.string() })),
  agents: Proposals,
});

/** Suspended offices and agents are among them: they have left rows too. */
export async function choicesFor(actor: Actor, companyId?: number): Promise<z.output<typeof Choices>> {
  const can = abilities(actor);
  const offices = can.chooseOffice ? await pickedOffices(actor, { onlyAvailable: false }) : [];
  return {
    offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })),
    agents: await proposals(actor, companyId),
  };
}
