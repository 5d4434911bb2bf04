import { DateRange, type HintChoice } from "../pickers/date-range";
import { Checkboxes, type Choice, Select } from "../form/choices";
import { criteria, typedWhereRefused } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";

const groupings: readonly Choice[] = [
  { value: "agent", label: "Agent" },
  { value: "company", label: "Office" },
];

type Props = {
  /** The usual grouping depends on the length of the range. Otherwise it is by agent. */
  severalOffices: boolean;
  asked: { start: string; end: string; siteId?: number | "custom"; siteIds: readonly number[]; groupBy?: string };
  choices: { sites: readonly Choice[]; hints: readonly HintChoice[]; first?: string };
  /** The query as typed, and its validation messages. */
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * A date range and one site, all sites, or several sites that can be ticked once Custom is chosen. Works without
 * scripts.
 */
export function TopCriteria({ severalOffices, asked: query, choices, values, errors }: Props) {
  const groupBy = query.groupBy ?? (severalOffices ? "" : "agent");
  const field = criteria({ values: { ...query, groupBy, ...typedWhereRefused({ values, errors }) }, errors });
  return (
    <CriteriaForm submit="Load statistics" alwaysValid>
      <DateRange start={field("start")} end={field("end")} hints={choices.hints} min={choices.first} />
      <Select
        field={field("siteId")}
        label="Site"
        first="All"
        choices={[...choices.sites, { value: "custom", label: "Custom" }]}
      />
      <Select
        field={field("groupBy")}
        label="Group by"
        first={severalOffices ? "Agent up to 7 days, else office" : undefined}
        choices={groupings}
      />
      <Checkboxes field={field("siteIds")} label="Sites" choices={choices.sites} />
    </CriteriaForm>
  );
}
