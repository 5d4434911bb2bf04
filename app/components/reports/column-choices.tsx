import { Hidden } from "../form/hidden";
import { columnChoice as texts } from "./column-texts";

export type ColumnChoice = { key: string; label: string; site?: string; shown: boolean; fixed: boolean };

type Props = {
  choices: readonly ColumnChoice[];
  /** Last segment of the report's path. */
  report: string;
  formId: string;
  /** Address of the report to return to. */
  back: string;
};

/** The form with a checkbox for each column, in groups: the figures, and the links of each site. */
export function ColumnChoices({ choices, report, formId, back }: Props) {
  const groups = [...new Set(choices.map(({ site }) => site))];
  const offered = choices.filter(({ fixed }) => !fixed).map(({ key }) => key);
  return (
    <form className="form parts" method="post">
      <Hidden
        fields={[
          ["formId", formId],
          ["report", report],
          ["back", back],
          ["offered", offered.join()],
        ]}
      />
      <div className="card column-sets">
        {groups.map((group) => (
          <fieldset key={group ?? ""} className={group ? "field" : "field wide"}>
            <legend>
              <b>{group ?? texts.figures}</b>
            </legend>
            <div className="choices">
              {choices
                .filter(({ site }) => site === group)
                .map(({ key, label, shown, fixed }) => (
                  <label key={key}>
                    <input
                      type="checkbox"
                      name="columns"
                      value={key}
                      defaultChecked={shown || fixed}
                      disabled={fixed}
                    />{" "}
                    {label}
                  </label>
                ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="acts">
        <button className="primary">{texts.save}</button>
        <button name="all" value="true">
          {texts.all}
        </button>
        <a className="cancel" href={back}>
          Cancel
        </a>
      </div>
    </form>
  );
}
