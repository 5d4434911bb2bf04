import { amount } from "../form/numbers";
import { Fragment } from "react";
import { pesos } from "../formats";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { CriteriaForm } from "../form/criteria-form";
import { TextInput } from "../form/inputs";
import { fieldAt, rowsOf, typed } from "./fields";
import { whatIf as texts } from "./texts";

type Props = {
  type: { payout: number; bonusPayout: number | null; feeGeos: readonly { geo: string; payout: number }[] };
  /** Offices with their own price. */
  own: readonly { companyId: number; officeName: string; payout: number }[];
  offices: readonly Choice[];
  query: Parameters<typeof fieldAt>[0];
  exportTo: string;
};

/**
 * The prices to try: the usual one, of each country and office with its own, of those in the query, and of one more
 * country and office. The address holds them all.
 */
export function LinkTrial({ type, own, offices, query, exportTo }: Props) {
  const bonus = type.bonusPayout !== null;
  const countries = withOthers(type.feeGeos, rowsOf(query, "feeGeos"), "geo");
  const trials = withOthers(own, rowsOf(query, "offices"), "companyId");
  return (
    <CriteriaForm submit={texts.show} acts={<a href={exportTo}>{texts.export}</a>}>
      <TextInput
        field={fieldAt(query, "payout", query.values.payout)}
        label={texts.usual}
        hint={texts.now(pesos(type.payout))}
        {...amount}
      />
      {bonus && (
        <TextInput
          field={fieldAt(query, "bonusPayout", query.values.bonusPayout)}
          label={texts.usualBonus}
          hint={texts.now(pesos(type.bonusPayout ?? 0))}
          {...amount}
        />
      )}
      {countries.map(({ present, row }, index) => {
        const name = `feeGeos[${index}]`;
        const payout = fieldAt(query, `${name}.payout`, row?.payout);
        return present ? (
          <Fragment key={name}>
            <input type="hidden" name={`${name}.geo`} value={present.geo} />
            <TextInput
              field={payout}
              label={texts.countryPayout(present.geo)}
              hint={texts.now(pesos(present.payout))}
              {...amount}
            />
          </Fragment>
        ) : (
          <Fragment key={name}>
            <TextInput field={{ ...fieldAt(query, `${name}.geo`, row?.geo), maxLength: 2 }} label={texts.country} />
            <TextInput field={payout} label={texts.anyCountry} {...amount} />
          </Fragment>
        );
      })}
      {trials.map(({ present, row }, index) => {
        const name = `offices[${index}]`;
        const label = present?.officeName ?? texts.anyOffice;
        return (
          <Fragment key={name}>
            {present ? (
              <input type="hidden" name={`${name}.companyId`} value={present.companyId} />
            ) : (
              <Select
                field={fieldAt(query, `${name}.companyId`, row?.companyId)}
                label={texts.office}
                first={texts.noOffice}
                choices={offices}
              />
            )}
            <TextInput
              field={fieldAt(query, `${name}.payout`, row?.payout)}
              label={texts.officePayout(label)}
              hint={present && texts.now(pesos(present.payout))}
              {...amount}
            />
            {bonus && (
              <TextInput
                field={fieldAt(query, `${name}.bonusPayout`, row?.bonusPayout)}
                label={texts.officeBonus(label)}
                {...amount}
              />
            )}
          </Fragment>
        );
      })}
    </CriteriaForm>
  );
}

type Row = Readonly<Record<string, unknown>>;

/** Each present price with what was typed for it, then the other rows that were typed, then an empty one. */
function withOthers<T extends object>(present: readonly T[], rows: readonly Row[], key: string & keyof T) {
  const keyOf = (row: Row) => typed(row[key])?.toUpperCase();
  const isPresent = (row: Row) => present.some((one) => String(one[key]) === keyOf(row));
  const others = rows.filter((row) => (keyOf(row) ?? "") !== "" && !isPresent(row));
  return [
    ...present.map((one) => ({ present: one, row: rows.find((row) => keyOf(row) === String(one[key])) })),
    ...[...others, undefined].map((row) => ({ present: undefined, row })),
  ];
}
