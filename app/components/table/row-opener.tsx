import { Icon } from "../ui/icon";

type Props = {
  label: string;
  /** Name of the row for screen readers. */
  of: string;
};

/** Opens and closes the table's `more` below its row. Works without scripts. */
export const RowOpener = ({ label, of }: Props) => (
  <details className="opens">
    <summary>
      {label}
      <span className="unseen"> {of}</span>
      <Icon name="down" />
    </summary>
  </details>
);
