import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { notFound } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../../offices";
import { allPeriods, periodName } from "../periods";
import { accountOf } from "./account";
import { partyGiven, StatementForm } from "./form";
import { Sheet, sheetOf } from "./sheet";

/** Maximum number of lines in the print version. */
const PRINTED = 5000;

/** A statement with the data of its form. `sheet` is null if none is chosen and the account has none of its own. */
export const statementScreen = query({
  name: "payroll.statementScreen",
  does: "read statements",
  allow: atLeast("agent"),
  input: StatementForm,
  output: z.object({
    sheet: Sheet.nullable(),
    period: z.object({
      ...{ id: z.int(), start: z.string(), end: z.string() },
      state: z.enum(["open", "closed", "paid"]),
      phpPerUsd: z.number().nullable(),
      /** IDs of the adjacent periods; null before the first one and after the current one. */
      ...{ earlier: z.int().nullable(), later: z.int().nullable() },
    }),
    asked: z.object({
      agentId: z.int().optional(),
      /** The username, which the form shows; null for a deleted agent. */
      agent: z.string().nullish(),
      companyId: z.int().optional(),
      office: z.string().optional(),
      ...{ page: z.int(), pageSize: z.int(), print: z.boolean() },
    }),
    periods: z.array(z.object({ value: z.int(), label: z.string() })),
    choices: PeopleChoices,
  }),
  async run({ actor }, form) {
    const { periodId, print } = form;
    const party = await partyGiven(actor, form);
    const periods = await allPeriods();
    const place = periods.findIndex(({ id }) => id === periodId);
    const period = periods[place];
    if (!period) throw notFound();
    const paging = print ? { page: 1, pageSize: PRINTED } : { page: form.page, pageSize: form.pageSize };
    return {
      sheet: party ? await sheetOf(actor, await accountOf(period, party.whose), period, paging) : null,
      period: { ...period, earlier: periods[place - 1]?.id ?? null, later: periods[place + 1]?.id ?? null },
      asked: {
        ...(party?.agentId ? { agentId: party.agentId, agent: party.name } : {}),
        ...(party?.companyId ? { companyId: party.companyId, office: party.name ?? undefined } : {}),
        ...{ ...paging, print },
      },
      periods: periods.map(({ id }) => ({ value: id, label: periodName(id) })).reverse(),
      choices: await peopleChoices(actor),
    };
  },
});
