import { useLocation } from "@remix-run/react";
import { logs as texts } from "~/texts";
import { exportAddress } from "./log-search";

type Props = { values: Readonly<Record<string, unknown>>; errors: Readonly<Record<string, unknown>> };

/** To the file of the rows that the log shows; none while what was asked is not understood. */
export function ExportLink({ values, errors }: Props) {
  const { pathname, search } = useLocation();
  if (Object.keys(errors).length > 0) return null;
  return <a href={exportAddress(`${pathname}/export.csv`, search, values)}>{texts.export}</a>;
}
