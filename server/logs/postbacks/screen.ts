import { z } from "zod";
import { PeriodChoice } from "../../kernel/operation/input";
import { abilities } from "../../accounts";
import { now } from "../../kernel/periods/now";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { dateHints, dayOf } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { fateOf } from "../../tracking";
import { Choices, choicesFor } from "../choices";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { type PostbackField, type PostbackFound, postbackLog } from "./kind";
import { judgePostbacks, PostbackForm, PostbackRow, postbackRow, verdicts } from "./search";

const Shown = PostbackRow.extend({
  /** The result, in plain words. */
  fate: z.string(),
  /** True if it can be replayed: its site is known, it was pending or refused, and it is not booked yet. */
  replayable: z.boolean(),
});

/** The postback log with the choices of its form. */
export const postbackScreen = query({
  name: "logs.postbackScreen",
  does: "look at postbacks",
  allow: atLeast("agent"),
  mayLag: true,
  input: PostbackForm,
  output: List(Shown).extend({
    ...ScreenAnswer,
    choices: Choices,
    hints: z.array(PeriodChoice),
    verdicts: z.array(z.string()),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await judgePostbacks(actor, form);
    const { items, ...found } = await readLog<PostbackFound, PostbackField>(postbackLog, question);
    return {
      items: items.map((row) => ({
        ...postbackRow(actor, row),
        fate: fateOf(row.verdict, row.reason),
        replayable: abilities(actor).replayPostbacks && isReplayable(row),
      })),
      ...screenAnswer(form, found),
      agent: chosen.agent,
      choices: await choicesFor(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      verdicts: [...verdicts],
    };
  },
});

const isReplayable = ({ verdict, siteId, eventId }: PostbackFound) =>
  eventId === null && siteId !== null && (verdict === "held" || verdict === "refused");
