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

/** The sentence, names or IDs, who acknowledged it, and the figures by hour that the rule compared. */
export function Evidence({ sentence, evidence, expected, acknowledgedAt, acknowledgedBy }: Signal) {
  const hours = Array.isArray(evidence.hours) ? (evidence.hours as Hour[]) : [];
  const lists = Object.entries(evidence).flatMap(([key, value]) =>
    isNamed(key) && value !== "" ? [[key, Array.isArray(value) ? value.join(", ") : String(value)] as const] : [],
  );
  return (
    <>
      <section className="card">
        <p>
          <b>{sentence}</b>
        </p>
        <Facts
          facts={[
            // Most sentences say it.
            [texts.since, sentence.includes(" since ") ? null : dateTime(String(evidence.since))],
            [texts.expected, expected],
            ...lists.map(([key, text]) => [texts.evidence[key], text] as const),
          ]}
        />
        {acknowledgedAt && <p className="note">{texts.acknowledged(acknowledgedBy ?? "", dateTime(acknowledgedAt))}</p>}
      </section>
      {hours.length > 0 && <Table caption={texts.hours} columns={columnsOf(hours)} rows={hours} empty="" />}
    </>
  );
}
