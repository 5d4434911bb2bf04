import { CopyField } from "../ui/copy-field";
import { sitePostback as texts } from "./postback-texts";

type Props = {
  postbackUrl: string;
  /** The response of the previous action: a newly created secret. */
  revealed: unknown;
};

/** Complete addresses for the site's developers, with the new secret while it is shown. */
export function SitePostback({ postbackUrl, revealed }: Props) {
  const made = revealed as { secret?: unknown } | null | undefined;
  const secret = typeof made?.secret === "string" ? made.secret : "SECRET";
  const events = [
    ["sale", texts.sale, { event: "sale" }],
    ["bonus", texts.bonus, { event: "bonus" }],
    ["reversal", texts.reversal, { event: "sale", status: "reversed" }],
  ] as const;
  const pairs = (event: Record<string, string>) =>
    Object.entries({ clickid: "CLICKID", ...event, txid: "TXID" }).map(([name, value]) => `${name}=${value}`);
  const ways = [
    [
      "post",
      texts.byPost,
      (event: Record<string, string>) =>
        [`curl ${postbackUrl} -H 'Authorization: Bearer ${secret}'`, ...pairs(event)].join(" -d "),
    ],
    [
      "get",
      texts.byGet,
      (event: Record<string, string>) =>
        `${postbackUrl}?${[...pairs(event), `secret=${encodeURIComponent(secret)}`].join("&")}`,
    ],
  ] as const;
  return (
    <section className="stack" aria-labelledby="postback">
      <h2 id="postback">{texts.copy}</h2>
      <p>{texts.hint}</p>
      {ways.map(([way, heading, write]) => (
        <div key={way} className="stack">
          <h3>{heading}</h3>
          <dl className="facts">
            {events.map(([key, label, event]) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  <CopyField id={`${way}-${key}`} value={write(event)} label={`${label}, ${heading}`} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
