import { useLocation } from "@remix-run/react";
import { logs as texts } from "~/texts";
import { exportAddress } from "./log-search";

type Props = { values: Readonly<Record<string, unknown>>; errors: Readonly<Record<string, unknown>> };

/** Link to the export of the rows shown. Hidden while a criterion is invalid. */
export function ExportLink({ values, errors }: Props) {
  const { pathname, search } = useLocation();
  if (Object.keys(errors).length > 0) return null;
  return <a href={exportAddress(`${pathname}/export.csv`, search, values)}>{texts.export}</a>;
}
