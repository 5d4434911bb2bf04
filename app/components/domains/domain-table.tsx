import type { domains, Output } from "~/gate.server";
import { domains as texts } from "~/components/domains/texts";
import type { Column } from "../table/column";
import { type OfferedAct, possibleActs } from "../table/acts";
import { RowActs, RowLink } from "../table/row-acts";
import { ShortText } from "../ui/short-text";
import { State } from "../ui/state";
import { Table } from "../table/table";
import { domainActs } from "./acts";

type ListedDomain = Output<typeof domains.list>[number];
type Props = { domains: readonly ListedDomain[]; action: string };

const actsOn = (domain: ListedDomain, isLastActive: boolean): OfferedAct[] =>
  possibleActs(domainActs, domain).map((act) =>
    act.intent === "hide" && isLastActive ? { ...act, impossible: texts.lastActive } : act,
  );

const columnsOf = (action: string, active: number): Column<ListedDomain>[] => [
  {
    key: "domain",
    label: texts.domain,
    head: true,
    cell: ({ id, domain }) => (
      <a className="cut" href={`${action}/${id}`} title={domain}>
        {domain}
      </a>
    ),
  },
  {
    ...{ key: "hidden", label: "Status", primary: true },
    cell: ({ hidden }) => <State tone={hidden ? "bad" : "good"}>{domainLabel(hidden)}</State>,
  },
  {
    key: "companies",
    long: true,
    label: "Offices",
    cell: ({ companies }) => <ShortText text={companies.map(({ officeName }) => officeName).join(", ")} max={200} />,
  },
  {
    key: "description",
    long: true,
    label: texts.note,
    cell: ({ description }) => <ShortText text={description} max={120} />,
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (domain) => (
      <RowActs action={action} id={domain.id} of={domain.domain} acts={actsOn(domain, active <= 1)}>
        <RowLink button href={`${action}/${domain.id}`} of={domain.domain}>
          Edit
        </RowLink>
      </RowActs>
    ),
  },
];

export function DomainTable({ domains, action }: Props) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={columnsOf(action, domains.filter(({ hidden }) => !hidden).length)}
      rows={domains}
      addressed={({ id }) => id}
      empty={texts.empty}
    />
  );
}

/** Hidden for true, Activated for false, Not Defined for anything else (DOMAIN-10). */
export const domainLabel = (hidden: unknown): string =>
  hidden === true ? "Hidden" : hidden === false ? "Activated" : "Not Defined";
