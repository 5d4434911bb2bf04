import type { Abilities } from "~/gate.server";
import { avpLabel } from "../formats";
import type { AgentProposals } from "../pickers/agent-picker";
import { DateRange, type HintChoice } from "../pickers/date-range";
import { DependentSelect } from "../pickers/dependent-select";
import { OfficeAgent } from "../pickers/office-agent";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria, filterSummary, typedWhereRefused } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { MoreFilters } from "../form/more-filters";
import { GroupingFields, LOAD } from "./grouping-fields";
import { PayoutPeriod } from "./payout-period";
import { type AvpTier, type Grouping, groupingLabel, type ReportQuery, type Variant } from "./site-report";

type Props = {
  variant: Variant;
  asked: ReportQuery;
  groupings: readonly Grouping[];
  /** Shows further groupings, in place of a report. */
  panel: boolean;
  choices: {
    sites: readonly Choice[];
    types: readonly Choice[];
    offices: readonly Choice[];
    agents: AgentProposals;
    geos: readonly string[];
    hints: readonly HintChoice[];
    tiers: readonly AvpTier[];
    first?: string;
  };
  can: Pick<Abilities, "chooseOffice" | "chooseAgent" | "filterByAvp">;
  /** The query as typed, and its validation messages. */
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** The criteria form of a site report. Valid fields show the parsed value; rejected ones keep what was typed. */
export function SiteCriteria({ variant, asked: query, groupings, panel, choices, can, values, errors }: Props) {
  const { agent, agentId, groupBy, then, ...others } = query;
  const typed = typedWhereRefused({ values, errors });
  // A rejected grouping is not an option, so the effective one is selected.
  const field = criteria({ values: { ...others, agentId: agent ?? agentId, then, ...typed, groupBy }, errors });
  const filters = { ...others, agentId };
  const siteWas = query.siteId ?? "all";
  const isSorted = values.sortField !== undefined || values.sortWas !== undefined;
  const hiddenValues = {
    // Combines the sort order with the grouping and site it was chosen for, so that it does not apply to others.
    sortWas: isSorted
      ? [then ? `${groupBy}+${then}` : groupBy, siteWas, query.sortField, query.sortAsc].join("~")
      : undefined,
    pageSize: values.pageSize === undefined ? undefined : query.pageSize,
    siteWas,
    empty: query.empty,
    hide: query.hide,
    companyWas: can.chooseOffice ? (query.companyId ?? "all") : undefined,
  };
  return (
    <CriteriaForm
      submit={LOAD}
      alwaysValid
      named
      hiddenValues={hiddenValues}
      {...filterSummary({ values: filters, errors }, groupingLabel(query))}
    >
      <GroupingFields {...{ field, groupings, groupBy }} open={panel} />
      {variant.avp ? (
        <PayoutPeriod field={field} asked={query} periods={choices.hints} />
      ) : (
        <DateRange start={field("start")} end={field("end")} hints={choices.hints} min={choices.first} />
      )}
      <MoreFilters fields={["siteId", "typeId", "companyId", "agentId", "geo", "avp"].map((name) => field(name))}>
        <Select field={field("siteId")} label="Site" first="All" choices={choices.sites} />
        <DependentSelect
          field={field("typeId")}
          label="Type"
          first="All"
          choices={choices.types}
          on="siteId"
          src="/api/types/{value}/by-site"
          keys="id,typename"
          needs
        />
        <OfficeAgent field={field} can={can} choices={choices} />
        {variant.geo && (
          <Select
            field={field("geo")}
            label="Geo"
            first="All"
            choices={choices.geos.map((geo) => ({ value: geo, label: geo }))}
          />
        )}
        {variant.avp && can.filterByAvp && (
          <Select
            field={field("avp")}
            label="AVP period"
            first="All"
            choices={choices.tiers.map((tier) => ({ value: tier.index, label: avpLabel(tier) }))}
          />
        )}
      </MoreFilters>
    </CriteriaForm>
  );
}
