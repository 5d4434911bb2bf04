import { types } from "~/components/types/texts";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Form, type Refused, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { Part } from "../form/part";
import { amount, country, whole } from "../form/numbers";

type Values = Record<
  | "geo"
  | "companyId"
  | "from"
  | "enable"
  | "payout"
  | "earning"
  | "lpp"
  | "bonusPayout"
  | "bonusEarning"
  | "bonusLpp"
  | "reason",
  string
>;

type Props = {
  offices: readonly Choice[];
  halfMonths: readonly Choice[];
  /** Whether the link pays a bonus. */
  bonus: boolean;
  /** Uses the labels of a site that counts a sale on two days. */
  approve: boolean;
  refused?: Refused | undefined;
  formId: string;
};

const texts = types.set;
const { form: labels } = types;
const points = whole(6);

/** Sets the usual price, a country's or an office's, at once or from a later half-month on. */
export function PriceForm({ offices, halfMonths, bonus, approve, refused, formId }: Props) {
  const [form, fields] = usePostForm<Values>({ id: "price", refused });
  const names = approve ? labels.approve : labels.usual;
  return (
    <Form form={form} formId={formId} submit={texts.save} layout="parts">
      <input type="hidden" name="intent" value="set" />
      <Part heading={texts.heading} note={texts.hint} id="set">
        <TextInput field={fields.geo} label={texts.geo} {...country} />
        <Select field={fields.companyId} label={texts.office} first={texts.noOffice} choices={offices} />
        <Select
          field={fields.from}
          label={texts.from}
          hint={texts.fromHint}
          first={texts.atOnce}
          choices={halfMonths}
        />
        <Select
          field={fields.enable}
          label={texts.enable}
          choices={[
            { value: "true", label: texts.pay },
            { value: "false", label: texts.end },
          ]}
        />
        <TextInput field={fields.payout} label={labels.payout} hint={labels.payoutHint} {...amount} />
        {bonus && <TextInput field={fields.bonusPayout} label={names.bonusPayout} {...amount} />}
        <TextInput field={fields.earning} label={labels.earning} hint={labels.earningHint} {...amount} />
        {bonus && <TextInput field={fields.bonusEarning} label={names.bonusEarning} {...amount} />}
        <TextInput field={fields.lpp} label={labels.lpp} hint={labels.lppHint} {...points} />
        {bonus && <TextInput field={fields.bonusLpp} label={names.bonusLpp} {...points} />}
        <TextInput field={fields.reason} label={texts.reason} hint={texts.reasonHint} />
      </Part>
    </Form>
  );
}
