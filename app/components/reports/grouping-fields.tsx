import { Radios, Select } from "../form/choices";
import type { criteria } from "../form/criteria";
import type { FieldState } from "../form/field";
import { MoreFilters } from "../form/more-filters";
import type { Choice } from "../form/options";
import { type Grouping, groupingLabels, mainGroupings } from "./site-report";

type Props = { field: ReturnType<typeof criteria>; groupings: readonly Grouping[]; groupBy: Grouping };

const labelled = (values: readonly Grouping[]): Choice[] =>
  values.map((value) => ({ value, label: groupingLabels[value] }));

/** The grouping: four on buttons and the others in a panel, of which one is chosen; and a second one. */
export function GroupingFields({ field, groupings, groupBy }: Props) {
  const further = groupings.filter((value) => !mainGroupings.includes(value));
  return (
    <>
      <Radios
        field={field("groupBy")}
        label="Group by"
        segmented
        choices={labelled(groupings.filter((value) => mainGroupings.includes(value)))}
      />
      <MoreFilters label="More groupings" fields={[]} inForce={further.includes(groupBy) ? 1 : 0}>
        <Radios
          field={{ ...field("groupBy"), id: "q-groupBy-further", errors: undefined }}
          label="Group by"
          choices={labelled(further)}
        />
      </MoreFilters>
      <Select field={field("then")} label="Then by" first="None" choices={labelled(groupings)} />
    </>
  );
}

const comparisons: readonly Choice[] = [
  { value: "previous", label: "Period before" },
  { value: "year", label: "Year before" },
];

export const ComparisonField = ({ field }: { field: FieldState }) => (
  <Select field={field} label="Compare with" first="None" choices={comparisons} />
);
