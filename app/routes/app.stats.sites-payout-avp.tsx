import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { withoutFigures } from "~/components/reports/result";
import { SiteScreen } from "~/components/reports/site-screen";
import { periods, reports } from "~/gate.server";
import { screen } from "~/http/screen.server";

// Default: the current half-month, the first of the hints.
export const loader = screen(
  { report: reports.payrollAvpScreen },
  { range: (today) => periods.periodOf(today, "beWeek"), whileRefused: withoutFigures },
);
export const meta = pageTitle("Payroll AVP");

/** The Payroll AVP report: sales and payments of AVP sites in a payout period. */
export default function PayrollAvp() {
  const { report, zone, can, values, errors } = useLoaderData<typeof loader>();
  return <SiteScreen screen={report} {...{ zone, can, values, errors }} />;
}
