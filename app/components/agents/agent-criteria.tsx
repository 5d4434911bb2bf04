import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria, filterSummary } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { FindText } from "../form/find-text";
import { TextInput } from "../form/inputs";
import { MoreFilters } from "../form/more-filters";
import { agents as texts } from "~/texts";

type Props = Parameters<typeof criteria>[0] & {
  /** Empty if the account has no offices to choose from. */
  offices: readonly Choice[];
  /** Current sorting and page size. A search returns to page 1. */
  list: { sortField: string; sortAsc: boolean; pageSize: number };
};

export function AgentCriteria({ values, errors, offices, list }: Props) {
  const { sortField, sortAsc, pageSize } = list;
  const field = criteria({ values, errors });
  const filters = filterSummary({ values, errors });
  const isFiltered = filters.summary !== "all";
  // Without them a search has the defaults anyway, and the page of 50 agents has its bytes to count.
  const inAddress = Object.entries({ sortField, sortAsc, pageSize }).filter(([name]) => name in values);
  return (
    <CriteriaForm
      hiddenValues={Object.fromEntries(inAddress)}
      acts={
        isFiltered && (
          <a className="clear" href="/app/agents">
            Clear
          </a>
        )
      }
      {...filters}
    >
      <FindText field={field("search")} label={texts.search} />
      <Select
        field={field("active")}
        label="Status"
        first={texts.statuses}
        choices={[
          { value: 0, label: "Suspended" },
          { value: 1, label: "Activated" },
        ]}
      />
      <Select
        field={field("approval")}
        label="Approval"
        first={texts.approvals}
        choices={[
          { value: "waiting", label: texts.waiting },
          { value: "rejected", label: texts.rejected },
          { value: "approved", label: texts.approved },
        ]}
      />
      {offices.length > 0 && <Select field={field("companyId")} label="Office" first="All" choices={offices} />}
      <RareFilters field={field} />
    </CriteriaForm>
  );
}

const textFields = [
  ["username", "Username"],
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "E-mail"],
  ["campaignId", "Campaign ID"],
] as const;

/** The fields for one kind of text each. */
function RareFilters({ field }: { field: ReturnType<typeof criteria> }) {
  const migrated = field("migrated");
  return (
    <MoreFilters fields={[...textFields.map(([name]) => field(name)), migrated]}>
      {textFields.map(([name, label]) => (
        <TextInput key={name} field={field(name)} label={label} />
      ))}
      <Select
        field={migrated}
        label="Migration"
        first={texts.migrations}
        choices={[
          { value: 1, label: texts.migrated },
          { value: 0, label: texts.notMigrated },
        ]}
      />
    </MoreFilters>
  );
}
