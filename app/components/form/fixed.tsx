/** A value that this form does not change. It is not posted. The line of the message keeps its distance from the next field. */
export function Fixed({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} value={value} disabled readOnly />
      <p className="error" />
    </div>
  );
}
