import type { fees, Output } from "~/gate.server";
import { pesos } from "../formats";
import type { Column } from "../table/column";
import { RowLink } from "../table/row-acts";
import { EmptyText } from "../ui/empty-text";
import { Table } from "../table/table";
import { officePayments as texts } from "./texts";

type OwnPrice = Output<typeof fees.ofOffice>["items"][number];
type Props = {
  office: { id: number; officeName: string; items: readonly OwnPrice[] };
  /** Whether the person may change the payments. */
  edits: boolean;
};

const amount = (value: number | null) => (value === null ? "–" : pesos(value));

/** The links for which an office has its own price. */
export function OfficePayments({ office: { id, officeName, items }, edits }: Props) {
  const columns: Column<OwnPrice>[] = [
    {
      key: "typename",
      label: texts.link,
      head: true,
      cell: ({ siteId, typename }) => <a href={`/app/sites/${siteId}/types`}>{typename}</a>,
    },
    { key: "sitename", label: texts.site, cell: ({ sitename }) => sitename },
    { key: "payout", label: texts.payout, numeric: true, primary: true, cell: ({ payout }) => amount(payout) },
    { key: "usual", label: texts.usual, numeric: true, cell: ({ usualPayout }) => amount(usualPayout) },
    { key: "bonus", label: texts.bonusPayout, numeric: true, cell: ({ bonusPayout }) => amount(bonusPayout) },
    { key: "usualBonus", label: texts.usualBonus, numeric: true, cell: (row) => amount(row.usualBonusPayout) },
    {
      key: "actions",
      label: "Actions",
      acts: true,
      cell: ({ siteId, typeId, typename }) => (
        <>
          <RowLink button href={`/app/sites/${siteId}/types/${typeId}/prices?companyId=${id}`} of={typename}>
            {texts.prices}
          </RowLink>
          {edits && (
            <RowLink button href={`/app/sites/company-fees?siteId=${siteId}&typeId=${typeId}#f${id}`} of={typename}>
              {texts.change}
            </RowLink>
          )}
        </>
      ),
    },
  ];
  return (
    <Table
      caption={texts.heading(officeName)}
      captionHidden
      columns={columns}
      rows={items}
      empty={<EmptyText text={texts.none}>{edits && <p className="note">{texts.noneHint}</p>}</EmptyText>}
    />
  );
}
