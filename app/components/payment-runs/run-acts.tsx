import { Act } from "../ui/confirm";
import type { FieldState } from "../form/field";
import { Hidden } from "../form/hidden";
import { TextInput } from "../form/inputs";
import type { Run } from "./run";
import { paymentRuns as texts, RUNS } from "./texts";

type Props = { run: Run; formId: string };
type FailProps = { id: string; formId: string; reason: FieldState; unticked?: readonly string[] | null };

/** Export, print and undo of a run that is not undone. */
export function RunActs({ run, formId }: Props) {
  if (run.undoneAt !== null) return null;
  return (
    <section className="stack">
      <div className="acts">
        <form className="inline" method="post">
          <Hidden fields={[["formId", formId]]} />
          <button className="primary" name="intent" value="export">
            {texts.export}
          </button>{" "}
          <button name="intent" value="print">
            {texts.print}
          </button>
        </form>
        {run.exportedAt === null && (
          <Act
            standing
            label={texts.undo}
            of={texts.one(run.id)}
            intent="undo"
            action={RUNS}
            fields={[["ids", run.id]]}
            heading={texts.asks.undo.one}
            html={`<p>${texts.undoNote}</p>`}
          />
        )}
      </div>
      {run.exportedAt === null && <p className="note">{texts.locks}</p>}
    </section>
  );
}

/** Marks the payments ticked in the table as failed. */
export function FailForm({ id, formId, reason, unticked }: FailProps) {
  return (
    <section className="stack" aria-labelledby="fail-payments">
      <h2 id="fail-payments">{texts.failHeading}</h2>
      <p className="note">{texts.failNote}</p>
      <form className="form" method="post" id={id}>
        <Hidden fields={[["formId", formId]]} />
        {unticked && <p className="error">{unticked.join(" ")}</p>}
        <TextInput field={reason} label={texts.reason} autoComplete="off" />
        <div className="acts">
          <button className="danger" name="intent" value="fail">
            {texts.fail}
          </button>
        </div>
      </form>
    </section>
  );
}
