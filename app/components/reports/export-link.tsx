import { useLocation } from "@remix-run/react";
import { logs } from "~/texts";

type Value = string | number | boolean;
type Props = { asked: Readonly<Record<string, Value | readonly Value[] | undefined>> };

/** To the file of the rows that the report shows, whatever was typed. */
export function ExportLink({ asked }: Props) {
  const { pathname } = useLocation();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) if (one !== undefined && name !== "print") query.append(name, String(one));
  return <a href={`${pathname}/export.csv?${query}`}>{logs.export}</a>;
}
