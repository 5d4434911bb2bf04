import { Radios, Select } from "../form/choices";
import type { criteria } from "../form/criteria";
import { MoreFilters } from "../form/more-filters";
import type { Choice } from "../form/options";
import { type Grouping, groupingLabels, mainGroupings } from "./site-report";

type Props = {
  field: ReturnType<typeof criteria>;
  groupings: readonly Grouping[];
  groupBy: Grouping;
  /** Shows the panel although nothing in it is in force. */
  open: boolean;
};

/** The address of a report's form with the panel, without the report: together they would exceed eight kilobytes. */
export const panelOf = (report: string): string => `${report}${report.includes("?") ? "&" : "?"}figures=false`;

const comparisons: readonly Choice[] = [
  { value: "previous", label: "Period before" },
  { value: "year", label: "Year before" },
];

export const MORE_GROUPINGS = "More groupings";
export const LOAD = "Load statistics";

const labelled = (values: readonly Grouping[]): Choice[] =>
  values.map((value) => ({ value, label: groupingLabels[value] }));

/** The grouping: four on buttons; in a panel the others, a second one and the comparison. */
export function GroupingFields({ field, groupings, groupBy, open }: Props) {
  const [then, compare] = [field("then").defaultValue, field("compare").defaultValue];
  const further = groupings.filter((value) => !mainGroupings.includes(value));
  const inForce = [further.includes(groupBy), then, compare].filter(Boolean).length;
  return (
    <>
      <Radios
        field={field("groupBy")}
        label="Group by"
        segmented
        choices={labelled(groupings.filter((value) => mainGroupings.includes(value)))}
      />
      {(open || inForce > 0) && (
        <MoreFilters
          label={MORE_GROUPINGS}
          fields={[field("then"), field("compare")]}
          inForce={inForce}
          open={open || undefined}
        >
          <Radios
            field={{ ...field("groupBy"), id: "q-groupBy-further", errors: undefined }}
            label="Group by"
            choices={labelled(further)}
          />
          <Select field={field("then")} label="Then by" first="None" choices={labelled(groupings)} />
          <Select field={field("compare")} label="Compare with" first="None" choices={comparisons} />
          {/* The panel may lie over the form's own button. */}
          <div className="acts">
            <button className="primary" formNoValidate>
              {LOAD}
            </button>
          </div>
        </MoreFilters>
      )}
    </>
  );
}
