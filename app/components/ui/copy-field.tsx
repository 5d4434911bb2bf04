import { Icon } from "./icon";

type Props = {
  id: string;
  value: string;
  label: string;
  /** A value too long for the field shows its end, because the beginnings are the same. */
  end?: boolean;
  /** The one to copy if in doubt. */
  primary?: boolean;
};

/** A read-only field to select, and with scripts a button that copies it. */
export function CopyField({ id, value, label, end, primary }: Props) {
  return (
    <span className="copy">
      <input id={id} readOnly value={value} aria-label={label} className={end ? "end" : undefined} />
      <copy-button for={id}>
        <button type="button" className={primary ? "primary" : undefined}>
          <Icon name="copy" /> Copy<span className="unseen"> {label}</span>
        </button>
      </copy-button>
    </span>
  );
}
