import { imports as texts } from "~/components/imports/texts";
import { FileInput } from "../form/file-input";
import { Form, type Refused, usePostForm } from "../form/form";
import { countsOf, type Effect, EffectsTable } from "./effects-table";

type DryRunResult = { effects: readonly Effect[]; mark: string };

type Props = {
  formId: string;
  /** Path of the list that the file changes; Cancel returns to it. */
  cancel: string;
  /** The action's response: the dry run of the file, or a rejection. */
  answer: { rehearsal: DryRunResult; csv: string } | Refused | undefined;
};

/** The import in three steps: choose a file, preview the effect of each row, apply. */
export function ImportFile({ answer, ...rest }: Props) {
  const dryRun = currentDryRun(answer);
  const refused = answer && "lastResult" in answer ? answer : undefined;
  return <>{dryRun ? <Preview {...rest} {...dryRun} refused={refused} /> : <Choose {...rest} refused={refused} />}</>;
}

/** The dry run to show. If records changed since the first one, a new dry run on the current records. */
function currentDryRun(answer: Props["answer"]): { rehearsal: DryRunResult; csv: string } | undefined {
  if (!answer || "rehearsal" in answer) return answer;
  const { csv } = (answer.lastResult.initialValue ?? {}) as { csv?: string };
  return answer.current && csv !== undefined ? { rehearsal: answer.current as DryRunResult, csv } : undefined;
}

function Choose({ formId, cancel, refused }: Omit<Props, "answer"> & { refused: Refused | undefined }) {
  const { csv } = (refused?.lastResult.error ?? {}) as { csv?: string[] };
  const [form, fields] = usePostForm<{ file: string }>({
    constraint: { file: { required: true } },
    refused: csv && refused ? { lastResult: { ...refused.lastResult, error: { file: csv } } } : refused,
  });
  return (
    <Form form={form} formId={formId} submit={texts.rehearse} cancel={cancel} files>
      <FileInput field={fields.file} label={texts.file} hint={texts.hint} accept=".csv,text/csv" />
    </Form>
  );
}

type PreviewProps = Omit<Props, "answer"> & { rehearsal: DryRunResult; csv: string; refused: Refused | undefined };

function Preview({ formId, cancel, rehearsal: { effects, mark }, csv, refused }: PreviewProps) {
  const [form] = usePostForm({ refused });
  const counts = countsOf(effects);
  const hasChanges = counts.new + counts.changed > 0;
  return (
    <>
      <p role="status">
        {texts.counts(counts)} {hasChanges ? counts.refused > 0 && texts.refusedStay : texts.nothing}
      </p>
      {hasChanges ? (
        <Form form={form} formId={formId} submit={texts.apply} cancel={cancel} acts={<AnotherFile />}>
          <input type="hidden" name="intent" value="apply" />
          <input type="hidden" name="mark" value={mark} />
          <input type="hidden" name="csv" value={csv} />
        </Form>
      ) : (
        <div className="acts">
          <AnotherFile />
        </div>
      )}
      <EffectsTable effects={effects} />
    </>
  );
}

/** Returns to the file field. */
const AnotherFile = () => <a href="?">{texts.another}</a>;
