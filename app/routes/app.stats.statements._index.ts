import { redirect } from "@remix-run/node";
import { STATEMENTS } from "~/components/statements/statement";
import { now, periods, time } from "~/gate.server";

/** Redirects to the chosen period, else the current one, of the same agent or office. */
export const loader = ({ request }: { request: Request }) => {
  const { periodId = "", ...rest } = Object.fromEntries(new URL(request.url).searchParams);
  const id = /^\d{1,10}$/.test(periodId) ? periodId : periods.payPeriodId(time.dayOf(now()));
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== "")).toString();
  return redirect(`${STATEMENTS}/${id}${query && `?${query}`}`);
};
