import { TextInput } from "../form/inputs";
import { amount, whole } from "../form/numbers";
import { fieldAt, rowsOf } from "./fields";
import { whatIf as texts } from "./texts";
import { TrialForm, TrialPart } from "./trial-form";

type Props = {
  /** The tiers in force, filled in until others are typed. */
  tiers: readonly { from: number; payoutPhp: number }[];
  query: Parameters<typeof fieldAt>[0];
};

/** The tiers to try, and an empty row for one more. The address holds them all. */
export function TiersTrial({ tiers, query }: Props) {
  const asked = rowsOf(query, "tiers").filter(({ from, payoutPhp }) => from !== "" || payoutPhp !== "");
  const rows = asked.length > 0 ? asked : tiers.map(({ from, payoutPhp }) => ({ from, payoutPhp }));
  return (
    <TrialForm>
      <TrialPart heading={texts.tiersPart}>
        {[...rows, { from: undefined, payoutPhp: undefined }].map(({ from, payoutPhp }, index) => (
          <div className="pair" key={index}>
            <TextInput
              field={fieldAt(query, `tiers[${index}].from`, from)}
              label={texts.from(index + 1)}
              {...whole(9)}
            />
            <TextInput
              field={fieldAt(query, `tiers[${index}].payoutPhp`, payoutPhp)}
              label={texts.pays(index + 1)}
              {...amount}
            />
          </div>
        ))}
      </TrialPart>
    </TrialForm>
  );
}
