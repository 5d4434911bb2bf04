import type { FrameBrand } from "./brand";
import { clockText } from "../clock";
import { zoneNote } from "~/texts";

type Props = { brand: FrameBrand; now: number; light?: boolean; here: string };

export const zoneOf = (now: number): string => clockText(now).slice(-3);

/** Copyright, the time zone of all times, and the switch to pages without scripts. */
export function Footer({ brand, now, light = false, here: returnUrl }: Props) {
  return (
    <footer id="end">
      <span>{brand.copyright}</span>
      <span>{zoneNote(zoneOf(now))}</span>
      <form method="post" action="/light">
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <button name="lite" value={light ? "0" : "1"}>
          {light ? "Less data: on" : "Less data: off"}
        </button>
      </form>
    </footer>
  );
}
