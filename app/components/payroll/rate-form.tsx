import { Fragment } from "react";
import { payroll as texts } from "~/components/payroll/texts";
import { period } from "../formats";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { Refusals } from "../ui/failure-pane";
import { FindText } from "../form/find-text";
import { TextInput } from "../form/inputs";
import { rate } from "./money";

type Messages = Readonly<Record<string, readonly string[] | undefined>>;
type LastRate = { id: number; start: string; end: string; phpPerUsd: number };
type Props = {
  last: readonly LastRate[];
  values: Readonly<Record<string, unknown>>;
  errors: Messages;
  /** Why closing was refused. */
  refused?: readonly string[] | null;
};

/** The exchange rate of a half-month, and a search. The page then shows the resulting dollar amounts. */
export function RateForm({ last, values, errors, refused }: Props) {
  const { phpPerUsd, search, ...others } = errors;
  const field = criteria({ values, errors: { phpPerUsd, search } });
  return (
    <>
      <Refusals messages={{ ...others, "": refused ?? [] }} />
      <p className="note">
        {texts.rateHint} <LastRates last={last} />
      </p>
      <CriteriaForm submit={texts.showFrozen} alwaysValid>
        <TextInput field={field("phpPerUsd", { required: true })} label={texts.rate} inputMode="decimal" />
        <FindText field={field("search")} label={texts.search} />
      </CriteriaForm>
    </>
  );
}

/** The last rates, so that a typing error stands out. */
function LastRates({ last }: { last: readonly LastRate[] }) {
  if (last.length === 0) return `${texts.lastRates}: ${texts.noRates}`;
  return (
    <>
      {texts.lastRates}:{" "}
      {last.map((one, index) => (
        <Fragment key={one.id}>
          {index > 0 && " · "}
          <span className="nowrap">{texts.oneRate(rate(one.phpPerUsd), period(one))}</span>
        </Fragment>
      ))}
    </>
  );
}
