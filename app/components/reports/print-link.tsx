import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";
import { Icon } from "../ui/icon";

/** Link to the print version, among the acts of a report. On phones it is the icon alone. */
export function PrintLink() {
  const { search } = useLocation();
  return (
    <a className="print" href={withQuery(search, { print: 1 })}>
      <Icon name="print" />
      Print version
    </a>
  );
}
