import { Icon } from "./icon";

/** A read-only field to select, and with scripts a button that copies it. */
export function CopyField({ id, value, label }: { id: string; value: string; label: string }) {
  return (
    <span className="copy">
      <input id={id} readOnly value={value} aria-label={label} />
      <copy-button for={id}>
        <button type="button">
          <Icon name="copy" /> Copy<span className="unseen"> {label}</span>
        </button>
      </copy-button>
    </span>
  );
}
