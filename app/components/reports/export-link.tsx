import { useLocation } from "@remix-run/react";
import { logs } from "~/texts";

type Value = string | number | boolean;
type Props = { asked: Readonly<Record<string, Value | readonly Value[] | undefined>> };

/** Link to the export of the report. It uses the effective criteria, not the typed ones. */
export function ExportLink({ asked: query }: Props) {
  const { pathname } = useLocation();
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && name !== "print") searchParams.append(name, String(one));
  return <a href={`${pathname}/export.csv?${searchParams}`}>{logs.export}</a>;
}
