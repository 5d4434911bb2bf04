import { CopyField } from "../ui/copy-field";
import { sitePostback as texts } from "./texts";

type Props = {
  postbackUrl: string;
  /** The response of the previous action: a newly created secret. */
  revealed: unknown;
};

/** Complete addresses for the site's developers, with the new secret while it is shown. */
export function SitePostback({ postbackUrl, revealed }: Props) {
  const made = revealed as { secret?: unknown } | null | undefined;
  const secret = typeof made?.secret === "string" ? encodeURIComponent(made.secret) : "SECRET";
  const address = (event: string, more = "") =>
    `${postbackUrl}?clickid=CLICKID&event=${event}&txid=TXID${more}&secret=${secret}`;
  const examples = [
    ["sale", texts.sale, address("sale")],
    ["bonus", texts.bonus, address("bonus")],
    ["reversal", texts.reversal, address("sale", "&status=reversed")],
  ] as const;
  return (
    <section className="stack" aria-labelledby="postback">
      <h2 id="postback">{texts.copy}</h2>
      <p>{texts.hint}</p>
      <dl className="facts">
        {examples.map(([key, label, value]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <CopyField id={`postback-${key}`} value={value} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
