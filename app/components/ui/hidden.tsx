import { useLocation } from "@remix-run/react";

export type HiddenField = readonly [name: string, value: string | number];

/** The list as it is seen now, so that the act leads back to it. */
export function Back() {
  const { search } = useLocation();
  return search ? <input type="hidden" name="back" value={search} /> : null;
}

export function Hidden({ fields }: { fields: readonly HiddenField[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name}${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
