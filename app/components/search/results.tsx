import { search as texts } from "./texts";
import { EmptyText } from "../ui/empty-text";
import { Sold } from "../links/traces";
import type { Event, Postback, TraceCan } from "../links/trace-rows";
import { Group } from "./group";
import {
  type AgentHit,
  agentHit,
  type HitCan,
  type OfficeHit,
  officeHit,
  type SiteHit,
  siteHit,
  type TypeHit,
  typeHit,
} from "./hits";

type Hits<Item> = { items: readonly Item[]; more: boolean };
type Props = {
  found: {
    q: string;
    agents: Hits<AgentHit>;
    offices: Hits<OfficeHit>;
    sites: Hits<SiteHit>;
    types: Hits<TypeHit>;
    events: readonly Event[];
    postbacks: readonly Postback[];
  };
  can: HitCan & TraceCan;
};

/** The results by kind, each with links to its screens. */
export function Results({ found, can }: Props) {
  const { q, agents, offices, sites, types, events, postbacks } = found;
  const groups = [agents, offices, sites, types];
  const isSold = events.length + postbacks.length > 0;
  if (!isSold && groups.every(({ items }) => items.length === 0)) {
    return (
      <EmptyText text={texts.nothing(q)} icon="search">
        <p>{texts.advice}</p>
      </EmptyText>
    );
  }
  return (
    <>
      <Group title={texts.agents} {...agents} hit={(agent) => agentHit(agent, can)} />
      <Group title={texts.offices} {...offices} hit={(office) => officeHit(office, can)} />
      <Group title={texts.sites} {...sites} hit={(site) => siteHit(site, can)} />
      <Group title={texts.types} {...types} hit={(type) => typeHit(type, can)} />
      {isSold && (
        <section className="stack" aria-labelledby="sold">
          <h2 id="sold">{texts.sold}</h2>
          <p>
            <a href={`/app/links/doctor?${new URLSearchParams({ link: q }).toString()}`}>{texts.doctor}</a>
          </p>
          <Sold events={events} postbacks={postbacks} can={can} doctor="/app/links/doctor" />
        </section>
      )}
    </>
  );
}
