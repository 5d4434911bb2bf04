import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";
import { Dated } from "../ui/line-breaks";
import { Chip, withDependent } from "./applied";

/** `name` is the parameter of a filter that can be taken back. */
type Part = readonly [label: string, value: string | undefined, name?: string];
type Props = { parts: readonly Part[]; /** True in the print version. */ printed?: boolean };

/** The criteria in one line; in the print version with a link back and, with scripts, a button that prints. */
export function CriteriaLine({ parts, printed = false }: Props) {
  const { search } = useLocation();
  const inForce = parts.filter(([, value]) => value);
  const isChip = ([, , name]: Part) => name !== undefined && !printed;
  return (
    <p className="line">
      <Dated
        text={inForce
          .filter((part) => !isChip(part))
          .map(textOf)
          .join(" · ")}
      />{" "}
      {inForce.filter(isChip).map((part) => {
        const [label, , name = label] = part;
        return <Chip key={label} names={withDependent(name)} text={textOf(part)} />;
      })}
      {printed && (
        <span className="no-print">
          <a href={withQuery(search, { print: null, links: null })}>Screen version</a>{" "}
          <print-page>
            <button type="button">Print</button>
          </print-page>
        </span>
      )}
    </p>
  );
}

const textOf = ([label, value]: Part) => `${label}: ${value}`;
