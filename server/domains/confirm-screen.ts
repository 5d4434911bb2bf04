import { z } from "zod";
import { Ids, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { listDomains } from "./domain";
import { LAST_ACTIVE, wouldHideLast } from "./operations";

/** The names in a confirmation, and the reason if the action is not possible. */
export const confirmScreen = query({
  name: "domains.confirmScreen",
  does: "change the status of preferred domains",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids, intent: Text().optional() }),
  output: z.object({ names: z.array(z.string()), impossible: z.string().nullable() }),
  async run({ actor }, { ids, intent }) {
    const domains = await listDomains(actor);
    const chosen = domains.filter(({ id }) => ids.includes(id));
    if (chosen.length < ids.length) throw noSuch("domain");
    const active = domains.filter(({ hidden }) => !hidden).map(({ id }) => id);
    const impossible = intent === "hide" && wouldHideLast(ids, active);
    return { names: chosen.map(({ domain }) => domain), impossible: impossible ? LAST_ACTIVE : null };
  },
});
