import { useLocation } from "@remix-run/react";
import { Hidden } from "../form/hidden";

const labels = { company: "By office", agent: "By agent" };
type Grouping = keyof typeof labels;
type Props = {
  shown: Grouping;
  /** The grouping of the report for an account that has not chosen one. */
  usual: Grouping;
  formId: string;
};

/** Shows the report by office or by agent, and opens it so from then on. */
export function GroupingButtons({ shown, usual, formId }: Props) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("groupBy");
  return (
    <form method="post" className="seg" aria-label="Group by">
      <Hidden
        fields={[
          ["formId", formId],
          ["back", `${pathname}?${query}`],
        ]}
      />
      {(Object.keys(labels) as Grouping[]).map((grouping) => (
        <button
          key={grouping}
          name="groupBy"
          value={grouping === usual ? "" : grouping}
          aria-pressed={grouping === shown}
        >
          {labels[grouping]}
        </button>
      ))}
    </form>
  );
}
