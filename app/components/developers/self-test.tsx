import { dateTimeSeconds } from "../formats";
import { Dated } from "../ui/line-breaks";
import { State } from "../ui/state";
import { developerTexts, testTexts as texts } from "./texts";

type Step = { step: keyof typeof texts.steps; seenAt: string | null };

/** The steps of a first test, each with the time it was last seen, or with how to take it. */
export function SelfTest({ steps, since }: { steps: readonly Step[]; since: string }) {
  return (
    <section className="card" aria-labelledby="test">
      <h2 id="test">{developerTexts.sections.test}</h2>
      <p>
        <Dated text={texts.intro(dateTimeSeconds(since))} />
      </p>
      <ol className="stack steps">
        {steps.map(({ step, seenAt }) => (
          <li key={step}>
            <strong>{texts.steps[step].name}</strong>{" "}
            {seenAt ? <State tone="good">{texts.seen}</State> : <State>{texts.unseen}</State>}{" "}
            {seenAt ? <Dated text={texts.seenAt(dateTimeSeconds(seenAt))} /> : texts.steps[step].how}
          </li>
        ))}
      </ol>
    </section>
  );
}
