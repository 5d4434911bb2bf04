import type { ReactNode } from "react";
import type { Output, types as catalogue } from "~/gate.server";
import { types } from "~/components/types/texts";
import { count, dateTime, dollars, pesos } from "../formats";
import { Table } from "../table/table";

export type PriceChange = Output<typeof catalogue.pricesScreen>["prices"]["items"][number];

const texts = types.timeLine;

/** History of a link's prices, newest first. Planned prices can be withdrawn with the `withdraw` act. */
export function PriceTimeLine({
  changes,
  withdraw,
}: {
  changes: readonly PriceChange[];
  withdraw?: ((change: PriceChange) => ReactNode) | undefined;
}) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      rows={changes}
      empty={texts.empty}
      columns={[
        { key: "since", label: texts.since, head: true, nowrap: true, cell: Since },
        { key: "of", label: texts.whose, primary: true, cell: priceScope },
        { key: "by", label: texts.by, cell: ({ by }) => by ?? texts.system },
        {
          key: "changes",
          label: texts.changes,
          cell: Changes,
        },
        ...(withdraw && changes.some(({ planned }) => planned)
          ? [
              {
                key: "withdraw",
                label: "",
                acts: true,
                cell: (change: PriceChange) => change.planned && withdraw(change),
              },
            ]
          : []),
      ]}
    />
  );
}

function Since({ since, planned }: PriceChange) {
  return (
    <>
      {dateTime(since)}
      {planned && <b className="note"> {texts.planned}</b>}
    </>
  );
}

function Changes({ changes, isFirst, reason, withdrawn }: PriceChange) {
  return (
    <>
      <ul className="kept">
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {texts.fields[field as keyof typeof texts.fields]}: {isFirst ? "" : `${formatValue(field, before)} → `}
            {formatValue(field, after)}
          </li>
        ))}
      </ul>
      {reason && <p className="note">{texts.reason(reason)}</p>}
      {withdrawn && <p className="note">{texts.withdrawn(dateTime(withdrawn.at), withdrawn.by)}</p>}
    </>
  );
}

const priceScope = ({ of, geo, officeName }: PriceChange): string =>
  of === "office" ? texts.office(officeName ?? "") : of === "geo" ? texts.geo(geo ?? "") : texts.default;

function formatValue(field: string, value: PriceChange["changes"][number]["before"]): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (/payout/i.test(field)) return pesos(value);
  return /earning/i.test(field) ? dollars(value) : count(value);
}
