export type HiddenField = readonly [name: string, value: string | number];

export function Hidden({ fields }: { fields: readonly HiddenField[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name}${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
