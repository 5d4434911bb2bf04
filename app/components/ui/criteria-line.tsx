import { useLocation } from "@remix-run/react";
import { withQuery } from "./address";
import { Icon } from "./icon";

type Props = {
  parts: readonly (readonly [label: string, value: string | undefined])[];
  /** The print version is shown now. */ printed?: boolean;
};

/** What was asked for, in one line, with the way to the print version and back. */
export function CriteriaLine({ parts, printed = false }: Props) {
  const { search } = useLocation();
  return (
    <p className="line">
      {parts
        .filter(([, value]) => value)
        .map(([label, value]) => `${label}: ${value}`)
        .join(" · ")}{" "}
      {printed ? (
        <a href={withQuery(search, { print: null })} className="no-print">
          Screen version
        </a>
      ) : (
        <a href={withQuery(search, { print: 1 })}>
          <Icon name="print" /> Print version
        </a>
      )}
    </p>
  );
}
