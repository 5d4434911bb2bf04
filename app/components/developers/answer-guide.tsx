import { Fragment } from "react";
import { WithCode } from "../docs/with-code";
import { answerTexts as texts, developerTexts, repeatOnce, repeatTexts } from "./texts";

type Answer = { verdict: string; reason: string | null; status: number; fields: readonly string[]; meaning: string };

/** Every verdict and reason with its HTTP status in words, and which answers call for a repeat. */
export function AnswerGuide({ answers, maxRefusals }: { answers: readonly Answer[]; maxRefusals: number }) {
  return (
    <>
      <section className="card" aria-labelledby="answers">
        <h2 id="answers">{developerTexts.sections.answers}</h2>
        <p>
          <WithCode text={texts.intro} />
        </p>
        <ul className="stack">
          {answers.map(({ verdict, reason, status, fields, meaning }) => (
            <li key={reason ?? verdict}>
              <strong>
                {status} <code>{verdict}</code>
                {reason && (
                  <>
                    {" "}
                    <code>{reason}</code>
                  </>
                )}
              </strong>
              : {reason && `${texts.verdicts[verdict]}. `}
              {meaning}
              {fields.length > 0 && (
                <span className="note">
                  {" "}
                  {texts.field}:{" "}
                  {fields.map((field, i) => (
                    <Fragment key={field}>
                      {i > 0 && (i === fields.length - 1 ? texts.or : ", ")}
                      <code>{field}</code>
                    </Fragment>
                  ))}
                  .
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="repeat">
        <h2 id="repeat">{developerTexts.sections.repeat}</h2>
        <ul className="stack">
          {repeatTexts(maxRefusals).map(([statuses, rule]) => (
            <li key={statuses}>
              <strong>{statuses}</strong>: {rule}
            </li>
          ))}
        </ul>
        <p>{repeatOnce}</p>
      </section>
    </>
  );
}
