import { z } from "zod";
import { findOneVisible, mailAddressOf } from "../accounts";
import { SavedView, VIEW_MAILS } from "~models";
import { Id, Text, Verbatim } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { hiddenColumnsText } from "../reports";
import { relativeLabel, relativeRange, sameRange } from "../trade/periods";
import { inWords } from "./in-words";
import { screenAt } from "./screens";
import { findView, ViewMail, ViewOutput } from "./view";
import { addressOf, FIXED, fromScreen, LATEST, requireScreen, storedQuery } from "./view-query";

/** The choices that the form offers for a screen. */
const Offered = z.object({
  title: z.string(),
  /** The filters in words, such as "grouped by agent". */
  filters: z.array(z.string()),
  /** The ranges that the view can follow. */
  periods: z.array(z.object({ value: z.string(), label: z.string() })),
  mails: z.array(ViewMail),
  canShare: z.boolean(),
  canMail: z.boolean(),
});

/** Parameters that the form has a field for, or that select no rows. */
const LAYOUT = /^(during|hide|empty|pageSize|sort.*)$/;

type Choice = z.output<typeof Offered>["periods"][number];

async function offered(actor: Actor, path: string, text: string) {
  const screen = screenAt(path);
  const params = new URLSearchParams(text);
  const days = (screen?.dates ?? []).flatMap((name) => params.get(name) ?? []);
  const names: Choice[] = (screen?.during ?? []).map((value) => ({ value, label: relativeLabel(value) }));
  const latest =
    screen && screen.dates.length > 0 && names.length === 0 ? [{ value: LATEST, label: "The latest" }] : [];
  const hasMail = screen?.exports !== undefined;
  return {
    title: screen?.title ?? path,
    filters: await inWords(
      actor,
      [...params].filter(([name]) => !screen?.dates.includes(name) && !LAYOUT.test(name)),
    ),
    periods: [...names, ...latest, ...(days.length > 0 ? [{ value: FIXED, label: `Always ${days.join(" ~ ")}` }] : [])],
    mails: hasMail ? [...VIEW_MAILS] : ["none" as const],
    canShare: hasRole(actor, "company"),
    canMail: hasMail && (await mailAddressOf(actor.accountId)) !== "",
  };
}

/** The choice for the days of a query: the name that it has, or the first that means the same days, else the days. */
function chosenPeriod(path: string, text: string): string {
  const params = new URLSearchParams(text);
  const { during = [], dates = [] } = screenAt(path) ?? {};
  const range = { start: params.get("start") ?? "", end: params.get("end") ?? "" };
  const same = during.find((name) => sameRange(relativeRange(name, dayOf(now())), range));
  const isFixed = dates.some((name) => params.has(name));
  return params.get("during") ?? same ?? (isFixed ? FIXED : (during[0] ?? LATEST));
}

/** A new view of a screen as it was left, with the columns that the account shows now. */
export const formScreen = query({
  name: "views.formScreen",
  does: "save views",
  allow: atLeast("agent"),
  input: z.object({ screen: Text(100).default(""), query: Verbatim(8_000).default("") }),
  output: z.object({
    view: z.object({ screen: z.string(), query: z.string(), name: z.string(), during: z.string() }),
    offered: Offered,
  }),
  async run({ actor }, { screen, query: text }) {
    const { title } = requireScreen(actor, screen);
    const params = new URLSearchParams(fromScreen(screen, text));
    const hidden = await hiddenColumnsText(actor, screen);
    if (hidden !== undefined && !params.has("hide")) params.set("hide", hidden);
    const query = storedQuery(actor, screen, params.toString());
    const view = { screen, query, name: title, during: chosenPeriod(screen, query) };
    return { view, offered: await offered(actor, screen, query) };
  },
});

/** One's own view with the choices of its form. */
export const editScreen = query({
  name: "views.editScreen",
  does: "change views",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: z.object({
    view: ViewOutput.extend({ during: z.string(), address: z.string() }),
    offered: Offered,
  }),
  async run({ actor }, { id }) {
    await findOneVisible(SavedView, actor, id);
    const view = await findView(actor, id);
    const during = chosenPeriod(view.screen, view.query);
    return {
      view: { ...view, during, address: addressOf(view) },
      offered: await offered(actor, view.screen, view.query),
    };
  },
});
