import { types } from "~/components/types/texts";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Form, type Refused, usePostForm } from "../form/form";
import { GrowingList, type RowField } from "../form/growing-list";
import { amount, whole } from "../form/numbers";
import { type Tier, Tiers } from "./avp-box";

type Props = {
  tiers: readonly Tier[];
  version: number;
  halfMonths: readonly Choice[];
  /** The preselected half-month. */
  next: string;
  refused?: Refused;
  formId: string;
};

const texts = types.avp;
const sales = whole(9);
const rowFields: readonly RowField[] = [
  { name: "from", label: texts.from, required: true, ...sales },
  { name: "to", label: texts.to, ...sales },
  { name: "payoutPhp", label: texts.pesos, required: true, ...amount },
  { name: "payoutDollars", label: texts.dollars, required: true, ...amount },
];

/** The tiers as a list that can grow and shrink, and the half-month from which they apply. */
export function AvpForm({ tiers, version, halfMonths, next, refused, formId }: Props) {
  const [form, fields] = usePostForm<{ periods: string; validFrom: string; version: number }>({
    ...{ id: "tiers", refused },
    initial: { validFrom: next },
  });
  const current = refused?.current as { version: number; tiers: readonly Tier[] } | undefined;
  const typedValues = refused?.lastResult.initialValue as { periods?: unknown; version?: string } | undefined;
  const rows = typedValues
    ? Array.isArray(typedValues.periods)
      ? (typedValues.periods as Record<string, unknown>[])
      : []
    : tiers.map(({ to, ...tier }, index) => ({ ...tier, to: index === tiers.length - 1 ? "" : to }));
  return (
    <details open={refused !== undefined}>
      <summary className="button">{texts.change}</summary>
      {current && <Tiers caption={texts.heading} tiers={current.tiers} />}
      <Form form={form} formId={formId} submit={texts.save} lists>
        <input type="hidden" name="intent" value="tiers" />
        <input type="hidden" name="version" value={current?.version ?? typedValues?.version ?? version} />
        <Select field={fields.validFrom} label={texts.validFrom} choices={halfMonths} />
        <GrowingList
          field={fields.periods}
          label={texts.tiers}
          hint={texts.tiersHint}
          rows={rows}
          errors={form.allErrors}
          fields={rowFields}
          add={texts.add}
          remove={texts.remove}
        />
      </Form>
    </details>
  );
}
