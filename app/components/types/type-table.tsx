import type { Output, types } from "~/gate.server";
import { types as texts } from "~/components/types/texts";
import { count, dollars, pesos } from "../formats";
import { Amount } from "../ui/amount";
import { Status } from "../ui/state";
import { Beside, bonusPrice } from "./type-cells";
import type { Column } from "../table/column";
import { ShortLink } from "../table/short-link";
import { ShortText } from "../ui/short-text";
import type { Sort } from "../table/sort-link";
import { RowLink } from "../table/row-acts";
import { Table } from "../table/table";

export type ListedType = Output<typeof types.listScreen>["types"][number];

type Props = {
  types: readonly ListedType[];
  sort: Sort;
  /** Path of the list. */
  path: string;
  approve: boolean;
  /** Shows earnings. Only superadmins see them and change links. */
  seesEarning: boolean;
  edits: boolean;
};

const { columns: labels } = texts;

function columnsOf({ path, approve, seesEarning, edits }: Omit<Props, "types" | "sort">): Column<ListedType>[] {
  const heads = approve ? texts.heads.approve : texts.heads.usual;
  const money = (key: string, label: string, sub: string, cell: Column<ListedType>["cell"]): Column<ListedType> => ({
    ...{ key, label, sub, cell },
    numeric: true,
    sort: true,
  });
  return [
    {
      key: "typename",
      label: labels.typename,
      head: true,
      sort: true,
      cell: ({ id, typename }) => (
        <a href={edits ? `${path}/edit/${id}` : `${path}/${id}/prices`}>
          <ShortText text={typename} />
        </a>
      ),
    },
    { key: "url", long: true, label: labels.url, sort: true, cell: ({ url }) => <ShortLink url={url} max={30} /> },
    money("payout", heads.sale, labels.payout, ({ payout, feeGeos, ownOffices }) => (
      <>
        <Amount text={pesos(payout)} />
        <Beside>{texts.ownPrices(feeGeos.length, ownOffices)}</Beside>
      </>
    )),
    ...(seesEarning ? [money("earning", heads.sale, labels.earning, ({ earning }) => dollars(earning ?? 0))] : []),
    money("bonusPayout", heads.bonus, labels.payout, ({ bonusPayout }) => bonusPrice(bonusPayout, pesos)),
    ...(seesEarning
      ? [money("bonusEarning", heads.bonus, labels.earning, ({ bonusEarning }) => bonusPrice(bonusEarning, dollars))]
      : []),
    {
      ...{ key: "lpp", label: labels.lpp, numeric: true, sort: true },
      cell: ({ lpp, bonusLpp }) => (
        <>
          {count(lpp)}
          <Beside>{bonusLpp === null ? "" : texts.bonusLpp(bonusLpp)}</Beside>
        </>
      ),
    },
    {
      key: "status",
      label: labels.status,
      primary: true,
      sort: true,
      cell: ({ status }) => <Status active={status} />,
    },
    { key: "bbrCh", label: labels.channel, numeric: true, sort: true, cell: ({ bbrCh }) => count(bbrCh) },
    {
      key: "edit",
      label: labels.edit,
      acts: true,
      cell: ({ id, typename }) => (
        <>
          {edits && (
            <RowLink button href={`${path}/edit/${id}`} of={typename}>
              {texts.edit}
            </RowLink>
          )}
          <RowLink button href={`${path}/${id}/prices`} of={typename}>
            {texts.prices}
          </RowLink>
        </>
      ),
    },
  ];
}

export function TypeTable({ types, sort, ...rest }: Props) {
  return (
    <Table
      caption={texts.title}
      captionHidden
      columns={columnsOf(rest)}
      rows={types}
      addressed={({ id }) => id}
      sort={sort}
      empty={texts.empty}
    />
  );
}
