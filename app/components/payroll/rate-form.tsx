import { payroll as texts } from "~/texts/payroll";
import { criteria } from "../ui/criteria";
import { CriteriaForm } from "../ui/criteria-form";
import { Refusals } from "../ui/failure-pane";
import { TextInput } from "../ui/inputs";

type Messages = Readonly<Record<string, readonly string[] | undefined>>;
type Props = {
  values: Readonly<Record<string, unknown>>;
  errors: Messages;
  /** What the closing was refused for. */
  refused?: readonly string[] | null;
};

/** The rate of a half-month; the page then shows what it makes of its pesos. */
export function RateForm({ values, errors, refused }: Props) {
  const { phpPerUsd, ...others } = errors;
  const field = criteria({ values, errors: { phpPerUsd } });
  return (
    <>
      <Refusals messages={{ ...others, "": refused ?? [] }} />
      <p className="note">{texts.rateHint}</p>
      <CriteriaForm submit={texts.showFrozen} alwaysValid>
        <TextInput
          field={field("phpPerUsd", { required: true })}
          label={texts.rate}
          inputMode="decimal"
          autoComplete="off"
        />
      </CriteriaForm>
    </>
  );
}
