import { z } from "zod";
import { together } from "../kernel/database/statements";
import type { Actor } from "../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../offices";
import { listSiteOptions } from "../sites";

/** The choices of the filters Office, Agent and Site of a log. */
export const Choices = PeopleChoices.extend({ sites: z.array(z.object({ value: z.int(), label: z.string() })) });

/**
 * The choices for this account. A log that has no filter for sites gets none; others get all that the account may see,
 * including suspended ones, because logs contain their rows.
 */
export async function choicesFor(
  actor: Actor,
  companyId: number | undefined,
  hasSites: boolean,
): Promise<z.output<typeof Choices>> {
  const [sites, people] = await together(
    hasSites ? listSiteOptions(actor, "all") : [],
    peopleChoices(actor, companyId),
  );
  return {
    ...people,
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
  };
}
