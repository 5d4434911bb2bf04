import { doctor as texts } from "~/texts";
import { pesos } from "../formats";
import { Checkbox } from "../form/choices";
import { CopyField } from "../ui/copy-field";
import { Facts } from "../ui/facts";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { TextInput } from "../form/inputs";
import { ClickClass } from "./click-class";

type Run = { status: number; class: string | null; reason: string | null; location: string | null; geo: string };
type Price = { payout: number; source: "office" | "geo" | "default" | "none"; tiered: boolean };
type Props = {
  dryRun: Run;
  price: Price | null;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** Dry run of a click: its redirect target and classification for the visitor described in the form. */
export function DryRun({ dryRun, price, values, errors }: Props) {
  const field = criteria({ values, errors });
  const hiddenValues = { link: String(values.link ?? ""), at: values.at === undefined ? undefined : String(values.at) };
  return (
    <section aria-labelledby="dry-run" className="stack">
      <h2 id="dry-run">{texts.visit}</h2>
      <p className="hint">{texts.visitHint}</p>
      <CriteriaForm submit={texts.tryVisit} hiddenValues={hiddenValues} alwaysValid>
        <TextInput field={field("ip")} label={texts.ip} />
        <TextInput field={field("userAgent")} label={texts.userAgent} />
        <Checkbox field={field("ahead")} label={texts.ahead} />
      </CriteriaForm>
      <section className="card">
        <Facts
          facts={[
            [
              "Redirects to",
              dryRun.location === null ? (
                errorPage(dryRun)
              ) : (
                <CopyField id="target" value={dryRun.location} label="URL" />
              ),
              "wide",
            ],
            ["Class", <ClickClass key="class" {...dryRun} />],
            ["Country", dryRun.geo || null],
            [
              "Next sale",
              price && (price.tiered ? texts.tiered : `${pesos(price.payout)}, ${texts.priceOf[price.source]}`),
            ],
          ]}
        />
      </section>
    </section>
  );
}

const errorPage = ({ status }: Run): string => (status === 410 ? texts.overPage : texts.unknownPage);
