import { useLocation } from "@remix-run/react";
import { logs } from "~/texts";

type Value = string | number | boolean;
type Props = { asked: Readonly<Record<string, Value | readonly Value[] | undefined>> };

/** Link to the export of the report. It uses the effective criteria, not the typed ones. */
export function ExportLink({ asked }: Props) {
  const { pathname } = useLocation();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) if (one !== undefined && name !== "print") query.append(name, String(one));
  return <a href={`${pathname}/export.csv?${query}`}>{logs.export}</a>;
}
