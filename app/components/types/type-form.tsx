import type { DefaultValue } from "@conform-to/react";
import { types } from "~/components/types/texts";
import { pesos } from "../formats";
import { Checkbox } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { shownAgain } from "../form/shown-again";
import { GrowingList, type RowField } from "../form/growing-list";
import { Textarea, TextInput } from "../form/inputs";
import { amount, country, whole } from "../form/numbers";
import { Part } from "../form/part";
import { TypeConflict } from "./type-conflict";

const SHOWN_OFFICES = 5;

type Fee = Readonly<Record<string, unknown>>;
type Values = {
  typename: string;
  typealias: string;
  url: string;
  bbrCh: number;
  payout: number;
  earning: number;
  lpp: number;
  bonus: boolean;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
  status: number;
  showNoSalesStat: boolean;
  feeGeos: string;
  allowedHosts: string;
  reason: string;
};

type Props = {
  initial: Omit<DefaultValue<Values>, "feeGeos"> & { feeGeos?: readonly Fee[]; allowedHosts?: string };
  version?: number;
  /** Offices whose own price takes precedence over the prices of countries. Absent for a new link. */
  offices?: readonly { officeName: string; payout: number }[];
  /** Uses the labels of a site that counts a sale on two days. */
  approve: boolean;
  cancel: string;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

const texts = types.form;
const geoFields: readonly RowField[] = [
  { name: "geo", label: texts.geo, required: true, ...country },
  { name: "payout", label: texts.payout, required: true, ...amount },
  { name: "earning", label: texts.earning, required: true, ...amount },
];

/** The form for new and existing links. CSS alone shows the bonus fields while the checkbox is ticked. */
export function TypeForm({ initial, version, offices, approve, cancel, refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial: initial as DefaultValue<Values> });
  const { feeGeos } = refused ? shownAgain(refused, initial) : initial;
  const fees = Array.isArray(feeGeos) ? (feeGeos as Fee[]) : [];
  const bonus = approve ? texts.approve : texts.usual;
  return (
    <>
      <TypeConflict refused={refused} bonus={bonus} />
      <Form {...{ form, formId, version, cancel, back }} submit="Confirm" layout="parts" lists>
        <input type="hidden" name="intent" value="save" />
        <Part heading={texts.parts.link}>
          <TextInput field={fields.typename} label={texts.typename} focused={version === undefined && !refused} />
          <TextInput field={fields.typealias} label={texts.typealias} />
          <TextInput field={fields.url} label={texts.url} hint={texts.urlHint} inputMode="url" />
          <Textarea field={fields.allowedHosts} label={texts.allowedHosts} hint={texts.allowedHostsHint} rows={3} />
          <TextInput field={fields.bbrCh} label={texts.bbrCh} hint={texts.bbrChHint} {...whole(10)} />
          <Checkbox field={fields.status} label={texts.activated} value="1" />
          <Checkbox field={fields.showNoSalesStat} label={texts.showNoSalesStat} />
        </Part>
        <Part heading={texts.parts.price}>
          <TextInput field={fields.payout} label={texts.payout} hint={texts.payoutHint} {...amount} />
          <TextInput field={fields.earning} label={texts.earning} hint={texts.earningHint} {...amount} />
          <TextInput field={fields.lpp} label={texts.lpp} hint={texts.lppHint} {...whole(6)} />
          <Checkbox field={fields.bonus} label={bonus.bonus} />
          {/* Browser validation of a hidden field would block the submit, so only the server validates these. */}
          <div className="while-ticked fields">
            <TextInput field={fields.bonusPayout} label={bonus.bonusPayout} inputMode="decimal" />
            <TextInput field={fields.bonusEarning} label={bonus.bonusEarning} inputMode="decimal" />
            <TextInput field={fields.bonusLpp} label={bonus.bonusLpp} inputMode="numeric" />
          </div>
          {offices && <TextInput field={fields.reason} label={texts.reason} hint={texts.reasonHint} />}
        </Part>
        <Part heading={texts.geos} alone>
          <GrowingList
            field={fields.feeGeos}
            label={texts.geos}
            hint={texts.geosHint}
            rows={fees}
            errors={form.allErrors}
            fields={geoFields}
            add={texts.addGeo}
            remove={texts.removeGeo}
            empty={texts.noGeos}
          />
          {offices && <OwnOffices offices={offices} />}
        </Part>
      </Form>
    </>
  );
}

/** The offices whose own price takes precedence over the prices of countries; the first five by name. */
function OwnOffices({ offices }: { offices: readonly { officeName: string; payout: number }[] }) {
  if (offices.length === 0) return null;
  const shown = offices.slice(0, SHOWN_OFFICES).map(({ officeName, payout }) => `${officeName} ${pesos(payout)}`);
  const more = offices.length > SHOWN_OFFICES ? [types.form.moreOffices(offices.length - SHOWN_OFFICES)] : [];
  return <p className="note">{types.form.ownOffices([...shown, ...more].join(", "), offices.length)}</p>;
}
