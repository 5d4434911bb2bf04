import { Icon } from "./icon";

type Props = {
  id: string;
  value: string;
  label: string;
  /** A value too long for the field shows its end, because the beginnings are the same. */
  end?: boolean;
  /** A value of which all has to be seen: it takes as many lines as it needs. */
  whole?: boolean;
  /** Text that is copied in place of the value. `{username}` is replaced with the form's field of that name. */
  text?: string;
  /** The one to copy if in doubt. */
  primary?: boolean;
  /**
   * In a card: also opens the share sheet of the device, if it has one, with a button in the corner of the card. On phones
   * the copy button is below the field.
   */
  share?: boolean;
};

/** A read-only field to select, and with scripts a button that copies it. */
export function CopyField({ id, value, label, end, whole, text, primary, share }: Props) {
  const input = { id, readOnly: true, value, "aria-label": label };
  const field = whole ? <textarea {...input} rows={4} /> : <input {...input} size={end ? value.length : undefined} />;
  return (
    <span className={share ? "copy shared" : "copy"}>
      {end ? <span className="end">{field}</span> : field}
      <copy-button for={id} data-text={text}>
        <button type="button" className={primary ? "primary" : undefined}>
          <Icon name="copy" /> Copy<span className="unseen"> {label}</span>
        </button>
        {share && (
          <button type="button" className="share">
            Share<span className="unseen"> {label}</span>
          </button>
        )}
      </copy-button>
    </span>
  );
}
