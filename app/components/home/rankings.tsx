import { period } from "../formats";
import { Growth } from "../ui/growth";
import { home as texts } from "~/texts";
import { type Place, Ranking } from "./ranking";

type TopAgent = { office?: string; agent: string; agentName: string; sales: number };
type TopOffice = { name: string; sales1: number; progress: number; progressSoFar: number };
type Props = {
  dashboard: {
    weekPeriod: string;
    beWeekPeriod: string;
    weekTop10: readonly TopAgent[];
    allTimeTop10: readonly TopAgent[];
    beWeekOffices: readonly TopOffice[];
  };
  /** Shows the agents' offices. */
  withOffice: boolean;
};

/** The three rankings of the network: agents of the week, agents of all time, and offices (HOME-06). */
export function Rankings({ dashboard, withOffice }: Props) {
  const { weekPeriod, beWeekPeriod, weekTop10, allTimeTop10, beWeekOffices } = dashboard;
  const agents = withOffice ? ["Agent", "Office"] : ["Agent"];
  const agent = ({ agent, agentName, office, sales }: TopAgent): Place => ({
    ...{ sales, name: agent, note: agentName, words: withOffice ? [office] : [] },
  });
  return (
    <div className="split rankings">
      <Ranking title={texts.weekly} of={spanOf(weekPeriod)} words={agents} places={weekTop10.map(agent)} />
      <Ranking title={texts.allTime} of={texts.since} words={agents} places={allTimeTop10.map(agent)} />
      <Ranking
        title={texts.offices}
        of={spanOf(beWeekPeriod)}
        words={["Office"]}
        figures={["Growth", texts.sameDays]}
        places={beWeekOffices.map(({ name, sales1, progress, progressSoFar }) => ({
          ...{ sales: sales1, name, words: [] },
          figures: [<Growth value={progress} />, <Growth value={progressSoFar} />],
        }))}
      />
    </div>
  );
}

function spanOf(value: string): string {
  const [start = "", end = ""] = value.split(",");
  return period({ start, end });
}
