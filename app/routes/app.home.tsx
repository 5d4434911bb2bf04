import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { AgentsToWatch } from "~/components/home/agents-to-watch";
import { Attention } from "~/components/home/attention";
import { AvpProgress } from "~/components/home/avp-progress";
import { Balance } from "~/components/home/balance";
import { BestLinks } from "~/components/home/best-links";
import { Figures } from "~/components/home/figures";
import { Rankings } from "~/components/home/rankings";
import { SetUp } from "~/components/home/set-up";
import { Suspension } from "~/components/home/suspension";
import { Trend } from "~/components/home/trend";
import { statsTabsFor } from "~/components/reports/stats-tabs";
import { STATEMENTS } from "~/components/statements/statement";
import { home as pages, identity, reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { home as texts } from "~/texts";
import { health } from "~/components/health/texts";
import { statements } from "~/components/statements/texts";

export const loader = screen({
  standing: identity.accountStatus,
  home: reports.homeScreen,
  figures: reports.dashboardFigures,
  pending: pages.screen,
});
export const meta = pageTitle("Home");

const TOP_AGENTS = "/app/stats/top-agents";

/** The home screen: the person's figures and pending work, notes, the latest news and the top sellers. */
export default function Home() {
  const { zone, today, me, can, standing, home, figures, pending } = useLoaderData<typeof loader>();
  const { dashboard, avp, bestLinks, agents } = home;
  const { agentNotes, showAgentFraudNotes, lastNews } = dashboard;
  return (
    <>
      <ScreenHead title="Home" zone={zone} />
      <Suspension standing={standing} fraud={showAgentFraudNotes} />
      {pending.setUp && <SetUp setUp={pending.setUp} />}
      <Figures periods={figures.periods} can={can} />
      {pending.balance && <Balance balance={pending.balance} />}
      {me.companyId !== null && me.agentId === null && (
        <p>
          <a href={STATEMENTS}>{statements.ofOffice}</a>
        </p>
      )}
      <Prose heading={texts.notes} html={agentNotes} />
      <div className="home">
        {pending.attention && <Attention items={pending.attention} today={today} />}
        {agents && <AgentsToWatch agents={agents} />}
        {avp && <AvpProgress progress={avp} />}
        <BestLinks links={bestLinks} />
        <Trend days={figures.trend} />
      </div>
      <Prose heading={texts.news} html={lastNews.html} />
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
