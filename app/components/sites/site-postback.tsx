import { CopyField } from "../ui/copy-field";
import { byGet, byPost } from "./postback-commands";
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
  const ways = [
    ["post", texts.byPost, byPost],
    ["get", texts.byGet, byGet],
  ] as const;
  return (
    <section className="card" aria-labelledby="postback">
      <h2 id="postback">{texts.copy}</h2>
      <p>{texts.hint}</p>
      {ways.map(([way, heading, write]) => (
        <div key={way} className="stack">
          <h3>{heading}</h3>
          <dl className="stack">
            {(["sale", "bonus", "reversal"] as const).map((event) => (
              <div key={event}>
                <dt className="note">{texts[event]}</dt>
                <dd>
                  <CopyField
                    id={`${way}-${event}`}
                    whole
                    value={write(postbackUrl, secret, event)}
                    label={`${texts[event]}, ${heading}`}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
