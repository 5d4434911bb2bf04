import { useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { DatabaseFacts, LastMaintenance, Backlog } from "~/components/health/facts";
import { Findings, Replicas, SlowestTable, Workers } from "~/components/health/tables";
import { Warnings } from "~/components/health/warnings";
import { SettingsTabs } from "~/components/settings/settings-tabs";
import { maintenance } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { health as texts } from "~/components/health/texts";

export const loader = screen({ health: maintenance.health });
export const meta = pageTitle(texts.heading);

/** The health of the product on one page. */
export default function Health() {
  const { health, can, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTabs can={can} current="/app/settings/options" />
      <ScreenHead title={texts.heading} zone={zone}>
        <a href="/app/settings/health">{texts.again}</a>
      </ScreenHead>
      <p className="note">{texts.asOf(dateTime(health.at), health.server)}</p>
      <Warnings warnings={health.warnings} />
      <LastMaintenance health={health} />
      <Findings rows={health.doctor?.findings ?? []} />
      <Backlog health={health} />
      <DatabaseFacts database={health.database} />
      <Workers rows={health.workers} />
      <Replicas rows={health.replicas} />
      <SlowestTable rows={health.slowest} />
    </>
  );
}
