import { Fragment } from "react";
import { Icon } from "../ui/icon";
import { docs } from "./texts";
import { CodePlate } from "./code-plate";
import { WithCode } from "./with-code";
import { type FieldDoc, FieldList } from "./field-list";

type CallDoc = {
  line: string;
  anchor: string;
  description: string;
  isDeprecated: boolean;
  takes: FieldDoc[];
  answers: FieldDoc[];
  answerKind: { kind: string; component?: string };
  redirections: string[];
  refusals: string[];
  code: string;
  example?: string;
};

/** Answers that are a status and a sentence, a line each. */
const Statuses = ({ answers }: { answers: string[] }) =>
  answers.length > 0 && (
    <ul className="keys">
      {answers.map((answer) => (
        <li key={answer}>
          <b>{answer.slice(0, 3)}</b>
          {answer.slice(3)}
        </li>
      ))}
    </ul>
  );

const codeOf = (refusal: string): string | undefined => /^\d+ ([A-Z_]+)$/.exec(refusal)?.[1];

/** Statuses and their codes, which the first page explains. Tracked addresses have sentences in their place. */
const Refusals = ({ refusals }: { refusals: string[] }) => (
  <>
    <p className="note">
      {`${docs.refusals}:`}
      {refusals.filter(codeOf).map((refusal) => (
        <Fragment key={refusal}>
          {" "}
          <a href={`/api/docs#${codeOf(refusal)}`}>{refusal}</a>
        </Fragment>
      ))}
    </p>
    <Statuses answers={refusals.filter((refusal) => !codeOf(refusal))} />
  </>
);

/** One call: what it does, a command to copy, its fields, its answer and its refusals. */
export function CallSection(call: CallDoc) {
  const { line, anchor, description, isDeprecated, takes, answers, answerKind, redirections, refusals } = call;
  return (
    <section className="card" id={anchor}>
      <h2>
        <a href={`#${anchor}`}>
          <code>{line}</code>
        </a>
        {isDeprecated ? ` (${docs.deprecated})` : ""}
      </h2>
      <p>
        <WithCode text={description} />
      </p>
      <CodePlate>{call.code}</CodePlate>
      {takes.length > 0 && (
        <details>
          <summary>
            {`${docs.takes} `}
            <Icon name="down" />
          </summary>
          <FieldList fields={takes} />
        </details>
      )}
      <details>
        <summary>
          {`${docs.answer} `}
          <Icon name="down" />
        </summary>
        {answerKind.component ? (
          <p>
            <a href={`#${answerKind.component}`}>{answerKind.kind}</a>
          </p>
        ) : (
          <p>{answerKind.kind}</p>
        )}
        {answers.length > 0 && <FieldList fields={answers} />}
        {call.example && <CodePlate>{call.example}</CodePlate>}
        <Statuses answers={redirections} />
      </details>
      <Refusals refusals={refusals} />
    </section>
  );
}
