import { home } from "~/texts";
import { agentAddress } from "../agents/addresses";
import { Dated } from "../ui/line-breaks";

type Group = {
  total: number;
  agents: readonly { id: number; username: string; name: string; day: string | null }[];
};
type Props = { agents: Record<keyof typeof texts.groups, Group> };

const texts = home.agents;
const groups = Object.keys(texts.groups) as (keyof typeof texts.groups)[];

/** The agents of a manager's office who need a word, by reason. */
export function AgentsToWatch({ agents }: Props) {
  const shown = groups.filter((group) => agents[group].total > 0);
  return (
    <section className="card" aria-labelledby="agents">
      <header>
        <h2 id="agents">{texts.heading}</h2>
      </header>
      {shown.length === 0 && <p className="note">{texts.none}</p>}
      <div className="split">
        {shown.map((group) => (
          <AgentGroup key={group} texts={texts.groups[group]} {...agents[group]} />
        ))}
      </div>
    </section>
  );
}

function AgentGroup({ texts: [reason, since], total, agents }: Group & { texts: readonly [string, string] }) {
  return (
    <div>
      <h3>
        {reason} ({total})
      </h3>
      <ul className="hits">
        {agents.map(({ id, username, name, day }) => (
          <li key={id}>
            <p>
              <a href={agentAddress(id)}>{username}</a> {name}
            </p>
            <small>
              {since} <Dated text={day ?? texts.never} />
            </small>
          </li>
        ))}
        {total > agents.length && (
          <li className="note">
            <a href="/app/agents?sortField=lastSale&sortAsc=1">{texts.more(total - agents.length)}</a>
          </li>
        )}
      </ul>
    </div>
  );
}
