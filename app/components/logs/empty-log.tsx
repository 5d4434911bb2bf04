import type { ReactNode } from "react";
import { empty } from "~/texts";
import { isRefused } from "../form/criteria";
import { EmptyText } from "../ui/empty-text";
import { useFaults } from "../ui/failure-pane";

type Errors = Parameters<typeof isRefused>[0];

/** Said in place of rows: that there are none, or which filters to correct. */
export const emptyLog = (errors: Errors, none: string = empty.logs): ReactNode =>
  isRefused(errors) ? <RefusedFilters errors={errors} /> : none;

function RefusedFilters({ errors }: { errors: Errors }) {
  const named = useFaults(errors).filter(({ label }) => label);
  return (
    <EmptyText text={empty.refused}>
      {named.length > 0 && (
        <p>
          {named.map(({ id, label }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <a href={`#${id}`}>{label}</a>
            </span>
          ))}
        </p>
      )}
    </EmptyText>
  );
}
