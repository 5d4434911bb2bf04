import { runActs } from "../payroll/acts";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { Hidden } from "../form/hidden";
import type { Run } from "./run";
import { paymentRuns as texts, RUNS } from "./texts";

type Props = { run: Run; formId: string };

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
          <Act act={actOf(runActs, "undo")} of={texts.one(run.id)} action={RUNS} fields={[["ids", run.id]]} standing />
        )}
      </div>
      {run.exportedAt === null && <p className="note">{texts.locks}</p>}
    </section>
  );
}
