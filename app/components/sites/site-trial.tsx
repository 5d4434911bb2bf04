import { Select } from "../form/choices";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { TextInput } from "../form/inputs";
import { dateTime } from "../formats";
import { siteTrial as texts } from "./postback-texts";

type Step = { step: string; holds: boolean; reason: string };

type Props = {
  /** Null until a click was entered. */
  tried: { verdict: string; clickTime: string | null; steps: readonly Step[] } | null;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** A form that shows step by step what a postback for a click would lead to, without sending one. */
export function SiteTrial({ tried, values, errors }: Props) {
  const field = criteria({ values, errors });
  return (
    <section className="card" aria-labelledby="trial">
      <h2 id="trial">{texts.heading}</h2>
      <p>{texts.hint}</p>
      <CriteriaForm submit={texts.submit} action="#trial">
        <TextInput field={field("clickId", { required: true })} label={texts.click} />
        <Select field={field("event")} label={texts.event} choices={texts.events} />
        <Select field={field("status")} label={texts.status} choices={texts.statuses} />
        <TextInput field={field("txid")} label={texts.txid} />
      </CriteriaForm>
      {tried && (
        <ul aria-label={texts.steps}>
          {tried.steps.map(({ step, holds, reason }) => (
            <li key={step} className={holds ? undefined : "bad"}>
              {holds ? "✓" : "✗"} {reason}
              {step === "click" && tried.clickTime && ` ${dateTime(tried.clickTime)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
