import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";
import { Icon } from "../ui/icon";

type Props = {
  parts: readonly (readonly [label: string, value: string | undefined])[];
  /** True in the print version. */ printed?: boolean;
};

/** The criteria in one line, with a link to the print version or back. */
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
