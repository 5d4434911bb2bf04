import type { logs, Output } from "~/gate.server";
import { byMaker } from "~/texts";
import { dateTimeSeconds } from "../formats";
import type { Column } from "../table/column";
import { Pager } from "../table/pager";
import { EmptyText } from "../ui/empty-text";
import { Table } from "../table/table";
import { FieldChange } from "./field-change";
import { history as texts, parts } from "./texts";

export type RecordHistoryProps = { history: Output<typeof logs.history> };
type Entry = RecordHistoryProps["history"]["items"][number];
type Names = RecordHistoryProps["history"]["names"];

/** The answer of `logs.history` as a table with a pager: time, author and changed fields. */
export function RecordHistory({ history }: RecordHistoryProps) {
  const columns: Column<Entry>[] = [
    { key: "at", label: texts.when, head: true, nowrap: true, cell: ({ at }) => dateTimeSeconds(at) },
    {
      key: "username",
      label: texts.who,
      primary: true,
      nowrap: true,
      cell: ({ username, by }) => (username === null ? texts.server : byMaker(username, by)),
    },
    { key: "what", label: texts.what, cell: (entry) => <What entry={entry} names={history.names} /> },
  ];
  return (
    <>
      <Table
        caption={texts.title(history.name)}
        captionHidden
        columns={columns}
        rows={history.items}
        empty={
          <EmptyText text={texts.empty}>
            <p className="note">{texts.emptyHint}</p>
          </EmptyText>
        }
      />
      <Pager {...history} />
    </>
  );
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null ? (value as Fields) : null;

function What({ entry, names }: { entry: Entry; names: Names }) {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const act = before === null ? texts.created : after === null ? texts.deleted : texts.changed;
  const part = parts[entry.record];
  // A new record lists only fields with a value.
  const fields = [...new Set(Object.keys({ ...before, ...after }))].filter(
    (name) => before !== null || !isBlank(after?.[name]),
  );
  if (before !== null && after !== null && fields.length === 0) return texts.noFields;
  return (
    <>
      {part ? `${act}: ${part}` : act}
      <ul>
        {fields.map((name) => (
          <FieldChange key={name} name={name} before={before?.[name]} after={after?.[name]} names={names} />
        ))}
      </ul>
    </>
  );
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
