import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { Hidden } from "../form/hidden";
import { Icon } from "../ui/icon";
import { runActs } from "./acts";
import type { Run } from "./run";
import { paymentRuns as texts, RUNS } from "./texts";

type Props = {
  run: Run;
  formId: string;
  me: { username: string };
  /** The account may have the files with the destinations, which are below the payments. */
  hasFiles: boolean;
};

/** Release, export, print and undo of a run that is not undone. */
export function RunActs({ run, formId, me, hasFiles }: Props) {
  if (run.undoneAt !== null) return null;
  const isOwn = run.madeBy === me.username;
  return (
    <>
      {run.needsRelease && <p className="note">{isOwn ? texts.own : texts.waits(run.madeBy)}</p>}
      <div className="acts">
        {!run.needsRelease && <ExportForm formId={formId} />}
        {hasFiles && run.exportedAt !== null && (
          <a className="button" href="#files">
            {texts.files}
          </a>
        )}
        {run.needsRelease && !isOwn && (
          <Act
            act={actOf(runActs, "release")}
            of={texts.one(run.id)}
            action={RUNS}
            fields={[["ids", run.id]]}
            standing
          />
        )}
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
      {run.exportedAt === null && !run.needsRelease && <p className="note">{texts.locks}</p>}
    </>
  );
}

const ExportForm = ({ formId }: { formId: string }) => (
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
);
