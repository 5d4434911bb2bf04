import { useLoaderData } from "@remix-run/react";
import { asOf as text } from "~/components/frame/as-of-texts";
import { timeText } from "../clock";

/** The time of the screen's data, if it is not current. The screen's loader returns it as `asOf`. */
export function AsOf() {
  const loaded: unknown = useLoaderData();
  const asOf = (loaded as { asOf?: number } | null | undefined)?.asOf;
  return asOf === undefined ? null : <p className="note">{text(timeText(asOf))}</p>;
}
