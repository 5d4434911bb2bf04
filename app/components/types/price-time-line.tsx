import { types } from "~/components/types/texts";
import { count, dateTime, dollars, pesos } from "../formats";
import { Table } from "../table/table";

type Value = number | boolean | null;
export type PriceChange = {
  id: number;
  since: string;
  by: string | null;
  of: "default" | "geo" | "office";
  geo: string | null;
  officeName: string | null;
  isFirst: boolean;
  changes: readonly { field: string; before: Value; after: Value }[];
};

const texts = types.timeLine;

/** History of a link's prices, newest first. */
export function PriceTimeLine({ changes }: { changes: readonly PriceChange[] }) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      rows={changes}
      rowKey={({ id }) => id}
      empty={texts.empty}
      columns={[
        { key: "since", label: texts.since, head: true, nowrap: true, cell: ({ since }) => dateTime(since) },
        { key: "of", label: texts.whose, primary: true, cell: priceScope },
        { key: "by", label: texts.by, cell: ({ by }) => by ?? texts.system },
        {
          key: "changes",
          label: texts.changes,
          cell: ({ changes: list, isFirst }) => (
            <ul className="kept">
              {list.map(({ field, before, after }) => (
                <li key={field}>
                  {texts.fields[field as keyof typeof texts.fields]}:{" "}
                  {isFirst ? "" : `${formatValue(field, before)} → `}
                  {formatValue(field, after)}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

const priceScope = ({ of, geo, officeName }: PriceChange): string =>
  of === "office" ? texts.office(officeName ?? "") : of === "geo" ? texts.geo(geo ?? "") : texts.default;

function formatValue(field: string, value: Value): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (/payout/i.test(field)) return pesos(value);
  return /earning/i.test(field) ? dollars(value) : count(value);
}
