import { imports as texts } from "~/texts/imports";
import { FileInput } from "../ui/file-input";
import { Form, type Refused, usePostForm } from "../ui/form";
import { countsOf, type Effect, EffectsTable } from "./effects-table";

type Rehearsal = { effects: readonly Effect[]; mark: string };

type Props = {
  formId: string;
  /** The list that the file is about. */
  cancel: string;
  /** What the action answered: what the file would do, or a refusal. */
  answer: { rehearsal: Rehearsal; csv: string } | Refused | undefined;
};

/** A file is chosen, its rows are shown with what they would do, and then they are applied: one step after another. */
export function ImportFile({ answer, ...rest }: Props) {
  const rehearsed = rehearsedOf(answer);
  const refused = answer && "lastResult" in answer ? answer : undefined;
  return (
    <>{rehearsed ? <Rehearsed {...rest} {...rehearsed} refused={refused} /> : <Choose {...rest} refused={refused} />}</>
  );
}

/** The rows as they stand; where somebody changed records in the meantime, as they stand now. */
function rehearsedOf(answer: Props["answer"]): { rehearsal: Rehearsal; csv: string } | undefined {
  if (!answer || "rehearsal" in answer) return answer;
  const { csv } = (answer.lastResult.initialValue ?? {}) as { csv?: string };
  return answer.current && csv !== undefined ? { rehearsal: answer.current as Rehearsal, csv } : undefined;
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

type RehearsedProps = Omit<Props, "answer"> & { rehearsal: Rehearsal; csv: string; refused: Refused | undefined };

function Rehearsed({ formId, cancel, rehearsal: { effects, mark }, csv, refused }: RehearsedProps) {
  const [form] = usePostForm({ refused });
  const counts = countsOf(effects);
  const does = counts.new + counts.changed > 0;
  return (
    <>
      <p role="status">
        {texts.counts(counts)} {does ? counts.refused > 0 && texts.refusedStay : texts.nothing}
      </p>
      {does ? (
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

/** The page without the file. */
const AnotherFile = () => <a href="?">{texts.another}</a>;
