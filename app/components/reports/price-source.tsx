import { explain as texts } from "~/components/reports/explain-texts";
import { dateTime } from "../formats";
import type { EventRow } from "./explain-rows";

/** The source and version of the price. The version links to its time line for those who may see it. */
export function PriceSource({ row, linked }: { row: EventRow; linked: boolean }) {
  const { siteId, typeId, priceId, priceSince, tier, tierSales } = row;
  const version = priceId !== null && priceSince !== null && texts.version(priceId, dateTime(priceSince));
  return (
    <>
      {texts.sources[row.priceSource]}
      {version && ", "}
      {version && (linked ? <a href={`/app/sites/${siteId}/types/${typeId}/prices`}>{version}</a> : version)}
      {tier !== null && ` · ${texts.tier(tier, tierSales ?? 0)}`}
    </>
  );
}
