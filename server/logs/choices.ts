import { z } from "zod";
import { abilities } from "../accounts";
import { pickedAgents } from "../agents";
import type { Actor } from "../kernel/roles";
import { pickedOffices } from "../offices";

/** More proposals than this weigh more than the page; the rest is found by typing the name. */
const MOST_AGENTS = 1000;

export const Hint = z.object({ label: z.string(), start: z.string(), end: z.string(), unit: z.string() });

/** Whose rows a log can be narrowed to; empty where a role has no such filter. */
export const Choices = z.object({
  offices: z.array(z.object({ value: z.int(), label: z.string() })),
  agents: z.array(z.object({ username: z.string(), name: z.string() })),
});

/** Suspended offices and agents are among them: they have left rows too. */
export async function choicesFor(actor: Actor, companyId?: number): Promise<z.output<typeof Choices>> {
  const can = abilities(actor);
  const offices = can.chooseOffice ? await pickedOffices(actor, { onlyAvailable: false }) : [];
  const filter = "onlyAvailablePlusSuspended";
  const agents = can.chooseAgent ? await pickedAgents(actor, { companyId, filter, limit: MOST_AGENTS }) : [];
  return {
    offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })),
    agents: agents.map(({ username, firstName, lastName }) => ({ username, name: `${firstName} ${lastName}`.trim() })),
  };
}
