import { offices as texts } from "~/components/offices/texts";
import type { Sort } from "../table/sort-link";
import type { PasswordView } from "../people/password-cell";
import { Table } from "../table/table";
import { type ListedOffice, officeColumns, withAgents } from "./office-columns";

type Props = {
  offices: readonly ListedOffice[];
  sort: Sort;
  action: string;
  passwords: PasswordView;
  empty: string;
  /** Id of the form with the bulk actions. */
  selectForm: string;
};

export function OfficeTable({ offices, sort, action, passwords, empty, selectForm }: Props) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={officeColumns(action, passwords)}
      rows={offices}
      addressed={({ id }) => id}
      sort={sort}
      select={{ name: "ids", form: selectForm, value: ({ id }) => id, label: withAgents }}
      empty={empty}
    />
  );
}
