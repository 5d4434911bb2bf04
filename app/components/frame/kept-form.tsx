/** The values of a form whose response failed, ready to be sent to the same address again. */
export function KeptForm({ values }: { values: Record<string, unknown> }) {
  return (
    <form method="post">
      {fields(values).map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button className="primary">Send again</button>
    </form>
  );
}

/** Flattens nested values into field names: a.b, a[0].b. A list of strings repeats its name. */
function fields(value: unknown, name = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => fields(item, typeof item === "object" ? `${name}[${index}]` : name));
  }
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) => fields(inner, name ? `${name}.${key}` : key));
  }
  return [[name, String(value)]];
}
