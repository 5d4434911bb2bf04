import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { logsFor } from "~/components/logs/logs-tabs";
import { settingsTabs, settingsTabsFor } from "~/components/settings/settings-tabs";
import { STATEMENTS } from "~/components/statements/statement";
import { now, periods, time } from "~/gate.server";
import { firstScreen } from "~/http/first-screen.server";
import type { FOLDERS } from "./addresses";
import { valueAt } from "./value-at";

type Leads = string | ((args: LoaderFunctionArgs) => Response | Promise<Response>);

const folders: Record<(typeof FOLDERS)[number], Leads> = {
  "chat-logs": ({ request }) => redirect(`/app/logs/chat${new URL(request.url).search}`),
  links: "/app/links/links",
  logs: firstScreen(logsFor),
  news: "/app/news/edit",
  offices: "/app/offices/offices",
  settings: firstScreen((can) => [...settingsTabsFor(can), ...settingsTabs]),
  sites: "/app/sites/sites",
  stats: "/app/stats/sites",
  "stats/statements": ({ request }) => chosenStatement(new URL(request.url).searchParams),
};

export const loader = (args: LoaderFunctionArgs) => {
  const leads = valueAt(folders, new URL(args.request.url).pathname);
  return typeof leads === "string" ? redirect(leads) : leads(args);
};

/** Redirects to the chosen period, else the current one, of the same agent or office. */
function chosenStatement(params: URLSearchParams): Response {
  const { periodId = "", ...rest } = Object.fromEntries(params);
  const id = /^\d{1,10}$/.test(periodId) ? periodId : periods.payPeriodId(time.dayOf(now()));
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== "")).toString();
  return redirect(`${STATEMENTS}/${id}${query && `?${query}`}`);
}
