import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";
import { Dated } from "../ui/line-breaks";
import { Icon } from "../ui/icon";

type Props = {
  parts: readonly (readonly [label: string, value: string | undefined])[];
  /** True in the print version. */ printed?: boolean;
};

/** The criteria in one line, with a link to the print version; there with a link back and, with scripts, a button that prints. */
export function CriteriaLine({ parts, printed = false }: Props) {
  const { search } = useLocation();
  return (
    <p className="line">
      <Dated
        text={parts
          .filter(([, value]) => value)
          .map(([label, value]) => `${label}: ${value}`)
          .join(" · ")}
      />{" "}
      {printed ? (
        <span className="no-print">
          <a href={withQuery(search, { print: null, links: null })}>Screen version</a>{" "}
          <print-page>
            <button type="button">Print</button>
          </print-page>
        </span>
      ) : (
        <a href={withQuery(search, { print: 1 })}>
          <Icon name="print" />
          Print version
        </a>
      )}
    </p>
  );
}
