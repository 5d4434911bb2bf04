import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { AvpProgress } from "~/components/home/avp-progress";
import { Rankings } from "~/components/home/rankings";
import { statsTabsFor } from "~/components/reports/stats-tabs";
import { STATEMENTS } from "~/components/statements/statement";
import { Notice } from "~/components/ui/notice";
import { identity, reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { home as texts } from "~/texts";
import { health } from "~/components/health/texts";
import { statements } from "~/components/statements/texts";

export const loader = screen({ standing: identity.accountStatus, home: reports.homeScreen });
export const meta = pageTitle("Home");

const TOP_AGENTS = "/app/stats/top-agents";

/** The home screen: the person's notices and notes, the latest news and the top sellers. */
export default function Home() {
  const { zone, me, can, standing, home } = useLoaderData<typeof loader>();
  const { dashboard, avp } = home;
  const { agentNotes, showAgentFraudNotes, lastNews } = dashboard;
  return (
    <>
      <ScreenHead title="Home" zone={zone} />
      {!standing.active && (
        <Notice>
          {showAgentFraudNotes && <p>{texts.fraud}</p>}
          <p>{texts.suspended}</p>
          {standing.reason && <p>{standing.reason}</p>}
        </Notice>
      )}
      <Prose heading={texts.notes} html={agentNotes} />
      {avp && <AvpProgress progress={avp} />}
      <Prose heading={texts.news} html={lastNews.html} />
      {me.companyId !== null && (
        <p>
          <a href={STATEMENTS}>{me.agentId === null ? statements.ofOffice : statements.own}</a>
        </p>
      )}
      {can.seeHealth && (
        <p>
          <a href="/app/settings/health">{health.heading}</a>
        </p>
      )}
      <Rankings dashboard={dashboard} withOffice={can.groupByOffice} />
      {statsTabsFor(can).some(({ to }) => to === TOP_AGENTS) && (
        <p>
          <a href={TOP_AGENTS}>{texts.another}</a>
        </p>
      )}
    </>
  );
}

/** Formatted text, sanitized by the server. Renders nothing if it is empty. */
function Prose({ heading, html }: { heading: string; html: string | null }) {
  if (!html) return null;
  return (
    <section className="stack">
      <h2>{heading}</h2>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
