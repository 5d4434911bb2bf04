import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { AgentsToWatch } from "~/components/home/agents-to-watch";
import { Attention } from "~/components/home/attention";
import { AvpProgress } from "~/components/home/avp-progress";
import { Balance } from "~/components/home/balance";
import { BestLinks } from "~/components/home/best-links";
import { Figures } from "~/components/home/figures";
import { MustRead, News } from "~/components/home/prose";
import { Rankings } from "~/components/home/rankings";
import { SetUp } from "~/components/home/set-up";
import { Suspension } from "~/components/home/suspension";
import { Trend } from "~/components/home/trend";
import { SecondStepNotice } from "~/components/profile/second-step-notice";
import { WaitingNotice } from "~/components/payouts/waiting-notice";
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
  const { agentNotes, showAgentFraudNotes, lastNews, beWeekOffices } = dashboard;
  const isManager = me.companyId !== null && me.agentId === null;
  const canChoosePeriod = statsTabsFor(can).some(({ to }) => to === TOP_AGENTS);
  return (
    <>
      <ScreenHead title="Home" zone={zone}>
        {isManager && <a href={STATEMENTS}>{statements.ofOffice}</a>}
      </ScreenHead>
      <Suspension standing={standing} fraud={showAgentFraudNotes} />
      <SecondStepNotice until={me.secondStepUntil} />
      {pending.newPayout && <WaitingNotice waiting={pending.newPayout} />}
      {pending.setUp && <SetUp setUp={pending.setUp} />}
      {pending.balance && (
        <div className="split">
          <Balance balance={pending.balance} sinceVisit={pending.sinceVisit} today={today} />
          <BestLinks links={bestLinks} />
        </div>
      )}
      <MustRead html={agentNotes} />
      <Figures periods={figures.periods} days={figures.trend} can={can} />
      {avp && <AvpProgress progress={avp} />}
      <div className={pending.attention ? "home-grid" : "stack"}>
        {pending.attention && <Attention items={pending.attention} today={today} can={can} />}
        <Trend days={figures.trend} />
      </div>
      {agents && <AgentsToWatch agents={agents} />}
      <News html={lastNews.html} />
      <Rankings dashboard={dashboard} withOffice={can.groupByOffice} />
      <p className="note">
        {beWeekOffices.length > 0 && texts.sameDaysNote} {canChoosePeriod && <a href={TOP_AGENTS}>{texts.another}</a>}
        {can.seeHealth && (
          <>
            {" · "}
            <a href="/app/settings/health">{health.heading}</a>
          </>
        )}
      </p>
    </>
  );
}
