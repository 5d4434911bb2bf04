import { dateTimeSeconds } from "../formats";
import { developerTexts, testTexts as texts } from "./texts";

type Step = { step: keyof typeof texts.steps; seenAt: string | null };

/** The steps of a first test, each with the time it was last seen, or with how to take it. */
export function SelfTest({ steps, since }: { steps: readonly Step[]; since: string }) {
  return (
    <section className="card" aria-labelledby="test">
      <h2 id="test">{developerTexts.sections.test}</h2>
      <p>{texts.intro(dateTimeSeconds(since))}</p>
      <ol className="stack steps">
        {steps.map(({ step, seenAt }) => (
          <li key={step} className={seenAt ? "good" : undefined}>
            <strong>
              {seenAt ? "✓ " : "○ "}
              {texts.steps[step].name}
            </strong>
            {seenAt ? `: ${texts.seen} ${dateTimeSeconds(seenAt)}` : `: ${texts.unseen} ${texts.steps[step].how}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
