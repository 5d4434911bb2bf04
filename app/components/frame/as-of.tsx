import { useLoaderData } from "@remix-run/react";
import { timeText } from "../clock";

/** The time of the screen's data, if it is not current. The screen's loader returns it as `asOf`. */
export function AsOf() {
  const loaded: unknown = useLoaderData();
  const asOf = (loaded as { asOf?: number } | null | undefined)?.asOf;
  return asOf === undefined ? null : <p className="note">as of {timeText(asOf)}</p>;
}
