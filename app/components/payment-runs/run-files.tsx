import type { Run } from "./run";
import { paymentRuns as texts, RUNS } from "./texts";

export type RunFile = {
  template: keyof typeof texts.templates;
  payments: number;
  columns: readonly string[];
  choices: readonly (keyof typeof texts.fileColumns)[];
};
type Props = {
  run: Run;
  files: readonly RunFile[];
  /** The template in the page's address. Default: the first one with payments. */
  chosen: unknown;
};

/** One file for each payout method of an exported run, with columns to choose. The choice is in the address. */
export function RunFiles({ run, files, chosen }: Props) {
  const file = files.find(({ template }) => template === chosen) ?? files.find(({ payments }) => payments > 0);
  if (!file || run.undoneAt !== null) return null;
  return (
    <section className="stack" id="files" aria-labelledby="files-heading">
      <h2 id="files-heading">{texts.files}</h2>
      <p className="note">{run.exportedAt === null ? texts.filesLocked : texts.filesNote}</p>
      <nav className="tabs" aria-label={texts.files}>
        <ul>
          {files.map(({ template, payments }) => (
            <li key={template}>
              <a href={`?template=${template}#files`} aria-current={template === file.template ? "true" : undefined}>
                {texts.templates[template]} ({payments})
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {run.exportedAt !== null && (
        <form className="form" method="get" action={`${RUNS}/${run.id}/export.csv`}>
          <input type="hidden" name="template" value={file.template} />
          <fieldset className="field">
            <legend>{texts.columns}</legend>
            <div className="choices">
              {file.choices.map((column) => (
                <label key={column}>
                  <input type="checkbox" name="columns" value={column} defaultChecked={file.columns.includes(column)} />{" "}
                  {texts.fileColumns[column]}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="acts">
            <button>{texts.download(texts.templates[file.template])}</button>
          </div>
        </form>
      )}
    </section>
  );
}
