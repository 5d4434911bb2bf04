import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { withoutFigures } from "~/components/reports/result";
import { SiteScreen } from "~/components/reports/site-screen";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { report: reports.sitesScreen },
  { range: (today) => ({ start: today, end: today }), whileRefused: withoutFigures },
);
export const meta = pageTitle("Sites report");

/** The Sites report: clicks and sales. */
export default function Sites() {
  const { report, zone, can, values, errors } = useLoaderData<typeof loader>();
  return <SiteScreen screen={report} {...{ zone, can, values, errors }} />;
}
