import { Fragment } from "react";
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
  refusals: string[];
  code: string;
  example?: string;
};

/** A status and its code, which the first page explains. Tracked addresses have other answers. */
function Refusal({ text }: { text: string }) {
  const [, code] = /^\d+ ([A-Z_]+)$/.exec(text) ?? [];
  return code ? <a href={`/api/docs#${code}`}>{text}</a> : text;
}

/** One call: what it does, a command to copy, its fields, its answer and its refusals. */
export function CallSection(call: CallDoc) {
  const { line, anchor, description, isDeprecated, takes, answers, answerKind, refusals, code, example } = call;
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
      <CodePlate>{code}</CodePlate>
      {takes.length > 0 && (
        <details>
          <summary>{docs.takes}</summary>
          <FieldList fields={takes} />
        </details>
      )}
      <details>
        <summary>{docs.answer}</summary>
        {answerKind.component ? (
          <p>
            <a href={`#${answerKind.component}`}>{answerKind.kind}</a>
          </p>
        ) : (
          <p>{answerKind.kind}</p>
        )}
        <FieldList fields={answers} />
        {example && <CodePlate>{example}</CodePlate>}
      </details>
      <p className="note">
        {docs.refusals}:
        {refusals.map((refusal) => (
          <Fragment key={refusal}>
            {" "}
            <Refusal text={refusal} />
          </Fragment>
        ))}
      </p>
    </section>
  );
}
