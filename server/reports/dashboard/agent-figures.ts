import { z } from "zod";
import { Agent } from "~models";
import { findOneVisible } from "../../accounts";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { Figures, figuresOfSpans, spansAt } from "./figures";

/** The figures of one agent in the periods of Home: for managers, those in their office. */
export const agentFigures = query({
  name: "reports.agentFigures",
  does: "read the figures of agents",
  allow: atLeast("company"),
  mayLag: true,
  input: z.object({ id: Id }),
  output: z.object({ periods: z.array(Figures) }),
  async run({ actor }, { id }) {
    await findOneVisible(Agent, actor, id);
    const spans = spansAt(now());
    const { periods } = await figuresOfSpans(actor, spans, dayOf(now()), [id], { agentId: id });
    return { periods };
  },
});
