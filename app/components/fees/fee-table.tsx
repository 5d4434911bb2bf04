import { empty } from "~/texts";
import { fees as texts } from "~/components/fees/texts";
import type { Column } from "../table/column";
import { EmptyText } from "../ui/empty-text";
import { Table } from "../table/table";
import { type Fee, type FeeColumn, feeColumns, fieldText } from "./fee-columns";

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;
/** A rejected row: the typed values, the messages, and the version that the next save starts from. */
export type RefusedFee = { companyId: number; typed: Values; messages: Messages; version: number; base?: string };
type Values = Readonly<Record<string, unknown>>;

type Props = {
  fees: readonly Fee[];
  useApproveSale: boolean;
  siteId: number;
  /** Prefix of the one-time key of each row's form. */
  formId: string;
  /** The values with which each row's form was opened, by office. */
  bases: Readonly<Record<number, string>>;
  refused: RefusedFee | undefined;
};

/**
 * One row per office, each its own form: the flag, the amounts, and a Save button. With scripts, changes save
 * automatically.
 */
export function FeeTable({ fees, useApproveSale, siteId, formId, bases, refused }: Props) {
  const bonus = fees.some(({ bonusPayout }) => bonusPayout !== null);
  const refusedFor = (fee: Fee) => (fee.companyId === refused?.companyId ? refused : undefined);
  const columns: Column<Fee>[] = [
    { key: "officeName", label: "Office", head: true, cell: ({ officeName }) => officeName },
    { key: "enable", label: texts.custom, amount: true, cell: (fee) => <Flag fee={fee} refused={refusedFor(fee)} /> },
    ...feeColumns({ bonus, useApproveSale }).map((column): Column<Fee> => ({
      key: column.name,
      label: column.label,
      numeric: true,
      cell: (fee) => <Amount fee={fee} column={column} refused={refusedFor(fee)} />,
    })),
    {
      key: "save",
      label: "",
      acts: true,
      cell: (fee) => (
        <Save fee={fee} siteId={siteId} formId={formId} base={bases[fee.companyId]} refused={refusedFor(fee)} />
      ),
    },
  ];
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={columns}
      rows={fees}
      empty={<EmptyText text={empty.list} />}
    />
  );
}

type CellProps = { fee: Fee; refused: RefusedFee | undefined };

const formOf = ({ companyId }: Fee) => `f${companyId}`;
const isOn = ({ fee, refused }: CellProps) => (refused ? refused.typed.enable === "on" : fee.enable);

const Flag = ({ fee, refused }: CellProps) => (
  <input
    type="checkbox"
    name="enable"
    form={formOf(fee)}
    aria-label={`${texts.custom}, ${fee.officeName}`}
    defaultChecked={isOn({ fee, refused })}
  />
);

/** Read-only while the link's defaults apply; it then shows those. */
function Amount({ fee, refused, column: { name, label } }: CellProps & { column: FeeColumn }) {
  const messages = refused?.messages[name] ?? [];
  const typed = refused?.typed[name];
  const id = `${name}-${fee.companyId}`;
  return (
    <>
      <input
        id={messages.length > 0 ? id : undefined}
        name={name}
        form={formOf(fee)}
        inputMode="decimal"
        aria-label={`${label}, ${fee.officeName}`}
        aria-invalid={messages.length > 0 || undefined}
        aria-describedby={messages.length > 0 ? `${id}-error` : undefined}
        readOnly={!isOn({ fee, refused })}
        defaultValue={typeof typed === "string" ? typed : fieldText(name, fee[name])}
      />
      {messages.length > 0 && (
        <p className="error" id={`${id}-error`}>
          {messages.join(" ")}
        </p>
      )}
    </>
  );
}

function Save({ fee, siteId, formId, base, refused }: CellProps & { siteId: number; formId: string; base?: string }) {
  const { companyId, typeId, officeName, version } = fee;
  const opened = { version: refused?.version ?? version, base: refused?.base ?? base };
  const hidden = { siteId, typeId, companyId, ...opened, formId: `${formId}-${companyId}` };
  return (
    <form id={formOf(fee)} method="post" className="inline">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <output />
      <button>
        {texts.save}
        <span className="unseen"> {officeName}</span>
      </button>
    </form>
  );
}
