import { count, dateTime } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { Facts } from "../ui/facts";
import type { Signal } from "./signal-table";
import { signals as texts } from "./texts";

type Named = keyof typeof texts.evidence;
const isNamed = (key: string): key is Named => Object.hasOwn(texts.evidence, key);
type Hour = Record<string, unknown>;

const columnsOf = (hours: readonly Hour[]): Column<Hour>[] => [
  { key: "hour", label: texts.hour, head: true, nowrap: true, cell: ({ hour }) => dateTime(String(hour)) },
  ...Object.keys(hours[0] ?? {})
    .filter(isNamed)
    .map((key): Column<Hour> => ({
      key,
      label: texts.evidence[key],
      numeric: true,
      cell: (row) => count(Number(row[key])),
    })),
];

/** Since when, names or IDs, the screen with the rows, and the figures by hour that the rule compared. */
export function Evidence({ evidence, expected }: Pick<Signal, "evidence" | "expected">) {
  const { since, address } = evidence;
  const hours = Array.isArray(evidence.hours) ? (evidence.hours as Hour[]) : [];
  const lists = Object.entries(evidence).flatMap(([key, value]) =>
    isNamed(key) && value !== "" ? [[key, Array.isArray(value) ? value.join(", ") : String(value)] as const] : [],
  );
  return (
    <>
      <Facts
        facts={[
          [texts.since, dateTime(String(since))],
          [texts.expected, expected],
          ...lists.map(([key, text]) => [texts.evidence[key], text] as const),
        ]}
      />
      <p>
        <a href={String(address)}>{texts.rows}</a>
      </p>
      {hours.length > 0 && <Table caption={texts.hours} columns={columnsOf(hours)} rows={hours} empty="" />}
    </>
  );
}
