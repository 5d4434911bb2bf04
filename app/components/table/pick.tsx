import type { TableProps } from "./column";

/** The box that selects a row. */
export function pick<Row>(
  { name, form, value, label, ticked, when }: NonNullable<TableProps<Row>["select"]>,
  row: Row,
) {
  if (when && !when(row)) return null;
  const isTicked = ticked !== undefined && [ticked].flat().includes(String(value(row)));
  return (
    <input
      type="checkbox"
      name={name}
      form={form}
      value={value(row)}
      aria-label={label(row)}
      defaultChecked={isTicked}
    />
  );
}
