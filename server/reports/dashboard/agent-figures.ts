import { z } from "zod";
import { Agent } from "~models";
import { findOneVisible } from "../../accounts";
import { queryRowsPrepared } from "../../kernel/database/prepared";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { dailyFigures, type DayRow, Figures, figuresOf, spansAt } from "./figures";

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
    const today = dayOf(now());
    const spans = spansAt(today);
    const start = spans.map(({ before }) => before.start).reduce((a, b) => (a < b ? a : b));
    const days = await queryRowsPrepared<DayRow>(dailyFigures(actor, { start, end: today }, [id], { agentId: id }));
    return { periods: spans.map((span) => figuresOf(actor, days, span)) };
  },
});
