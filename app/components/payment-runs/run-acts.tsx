import { runActs } from "../payroll/acts";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { Hidden } from "../form/hidden";
import { Icon } from "../ui/icon";
import type { Run } from "./run";
import { paymentRuns as texts, RUNS } from "./texts";

type Props = { run: Run; formId: string };

/** Export, print and undo of a run that is not undone. */
export function RunActs({ run, formId }: Props) {
  if (run.undoneAt !== null) return null;
  return (
    <>
      <div className="acts">
        <form className="acts" method="post">
          <Hidden fields={[["formId", formId]]} />
          <button className="primary" name="intent" value="export">
            <Icon name="export" />
            {texts.export}
          </button>
          <button name="intent" value="print">
            <Icon name="print" />
            {texts.print}
          </button>
        </form>
        {run.exportedAt === null && (
          <div className="push">
            <Act
              act={actOf(runActs, "undo")}
              of={texts.one(run.id)}
              action={RUNS}
              fields={[["ids", run.id]]}
              standing
            />
          </div>
        )}
      </div>
      {run.exportedAt === null && <p className="note">{texts.locks}</p>}
    </>
  );
}
