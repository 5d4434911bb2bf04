import { useLoaderData } from "@remix-run/react";
import { asOf as text } from "~/texts/as-of";
import { timeText } from "../clock";

/** Of which moment the screen is, where that is not the present one: its own loader says so. */
export function AsOf() {
  const loaded: unknown = useLoaderData();
  const asOf = (loaded as { asOf?: number } | null | undefined)?.asOf;
  return asOf === undefined ? null : <p className="note">{text(timeText(asOf))}</p>;
}
