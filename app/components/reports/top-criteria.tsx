import { DateRange, type HintChoice } from "../pickers/date-range";
import { Checkboxes, Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria, filterSummary, typedWhereRefused } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { MoreFilters } from "../form/more-filters";

type Props = {
  asked: { start: string; end: string; siteId?: number | "custom"; siteIds: readonly number[] };
  choices: { sites: readonly Choice[]; hints: readonly HintChoice[]; first?: string };
  /** The query as typed, and its validation messages. */
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * A date range and one site, all sites, or several sites that can be ticked once Custom is chosen. Works without
 * scripts.
 */
export function TopCriteria({ asked: query, choices, values, errors }: Props) {
  const field = criteria({ values: { ...query, ...typedWhereRefused({ values, errors }) }, errors });
  const { start, end, siteId } = query;
  return (
    <CriteriaForm
      submit="Load statistics"
      alwaysValid
      named
      {...filterSummary({ values: { start, end, siteId }, errors })}
    >
      <DateRange start={field("start")} end={field("end")} hints={choices.hints} min={choices.first} />
      <Select
        field={field("siteId")}
        label="Site"
        first="All"
        choices={[...choices.sites, { value: "custom", label: "Custom" }]}
      />
      <MoreFilters label="Sites" fields={[field("siteIds")]}>
        <Checkboxes field={field("siteIds")} label="Sites" choices={choices.sites} />
      </MoreFilters>
    </CriteriaForm>
  );
}
