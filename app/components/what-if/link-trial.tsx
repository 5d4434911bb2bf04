import { amount } from "../form/numbers";
import { pesos } from "../formats";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { TextInput } from "../form/inputs";
import { fieldAt, type Rows, rowsOf, withOthers } from "./fields";
import { whatIf as texts } from "./texts";
import { TrialForm, TrialPart } from "./trial-form";

type Query = Parameters<typeof fieldAt>[0];
type Geo = { geo: string; payout: number };
/** An office with its own price. */
type Own = { companyId: number; officeName: string; payout: number };
type Props = {
  type: { payout: number; bonusPayout: number | null; feeGeos: readonly Geo[] };
  own: readonly Own[];
  offices: readonly Choice[];
  query: Query;
};

/**
 * The prices to try: the usual one, of each country and office with its own, of those in the query, and of one more
 * country and office. The address holds them all.
 */
export function LinkTrial({ type, own, offices, query }: Props) {
  const bonus = type.bonusPayout !== null;
  return (
    <TrialForm>
      <TrialPart heading={texts.usualPart}>
        <div className="pair">
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
        </div>
      </TrialPart>
      <TrialPart heading={texts.countries}>
        {withOthers(type.feeGeos, rowsOf(query, "feeGeos"), "geo").map((trial, index) => (
          <CountryTrial key={index} name={`feeGeos[${index}]`} {...trial} query={query} />
        ))}
      </TrialPart>
      <TrialPart heading={texts.officesPart}>
        {withOthers(own, rowsOf(query, "offices"), "companyId").map((trial, index) => (
          <OfficeTrial key={index} name={`offices[${index}]`} {...trial} {...{ query, bonus, offices }} />
        ))}
      </TrialPart>
    </TrialForm>
  );
}

type Trial<Present> = { name: string; present?: Present; row?: Rows[number]; query: Query };

function CountryTrial({ name, present, row, query }: Trial<Geo>) {
  const payout = fieldAt(query, `${name}.payout`, row?.payout);
  const geo = fieldAt(query, `${name}.geo`, row?.geo);
  if (!present)
    return (
      <div className="pair">
        <TextInput field={geo} label={texts.country} />
        <TextInput field={payout} label={texts.anyCountry} {...amount} />
      </div>
    );
  return (
    <div className="pair">
      <input type="hidden" name={`${name}.geo`} value={present.geo} />
      <TextInput
        field={payout}
        label={texts.countryPayout(present.geo)}
        hint={texts.now(pesos(present.payout))}
        {...amount}
      />
    </div>
  );
}

function OfficeTrial(props: Trial<Own> & { bonus: boolean; offices: readonly Choice[] }) {
  const { name, present, row, query, bonus, offices } = props;
  const office = fieldAt(query, `${name}.companyId`, row?.companyId);
  return (
    <fieldset className="field">
      <legend>
        <b>{present?.officeName ?? texts.anyOffice}</b>
      </legend>
      {present ? (
        <input type="hidden" name={`${name}.companyId`} value={present.companyId} />
      ) : (
        <Select field={office} label={texts.office} first={texts.noOffice} choices={offices} />
      )}
      <div className="pair">
        <TextInput
          field={fieldAt(query, `${name}.payout`, row?.payout)}
          label={texts.officePayout}
          hint={present && texts.now(pesos(present.payout))}
          {...amount}
        />
        {bonus && (
          <TextInput
            field={fieldAt(query, `${name}.bonusPayout`, row?.bonusPayout)}
            label={texts.usualBonus}
            {...amount}
          />
        )}
      </div>
    </fieldset>
  );
}
