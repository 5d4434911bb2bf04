import { CodePlate } from "../docs/code-plate";
import { WithCode } from "../docs/with-code";
import { askLater, byGet, byList, byPost, type PostbackEvent } from "../sites/postback-commands";
import { developerTexts, parameterTexts, sendTexts as texts } from "./texts";

const EVENTS: readonly PostbackEvent[] = ["sale", "bonus", "reversal"];
const PLACEHOLDER = "SECRET";

type Props = {
  clickParam: string;
  postbackUrl: string;
  parameters: readonly { name: string; isRequired: boolean; rule: string }[];
};

/** The address to call, commands to copy, and the parameters. */
export function SendGuide({ clickParam, postbackUrl, parameters }: Props) {
  return (
    <>
      <section className="card" aria-labelledby="send">
        <h2 id="send">{developerTexts.sections.send}</h2>
        <p>
          <WithCode text={texts.click(clickParam)} />
        </p>
        <CodePlate copy>{postbackUrl}</CodePlate>
        <p>{texts.secret}</p>
        {(
          [
            ["post", byPost],
            ["get", byGet],
          ] as const
        ).map(([way, write]) => (
          <div key={way} className="stack">
            <h3>{texts[way]}</h3>
            {way === "get" && <p>{texts.getHint}</p>}
            {EVENTS.map((event) => (
              <div key={event}>
                <p>{texts[event]}</p>
                <CodePlate copy>
                  {way === "get"
                    ? `curl '${write(postbackUrl, PLACEHOLDER, event)}'`
                    : write(postbackUrl, PLACEHOLDER, event)}
                </CodePlate>
              </div>
            ))}
          </div>
        ))}
        <h3>{texts.list}</h3>
        <p>
          <WithCode text={texts.listHint} />
        </p>
        <CodePlate copy>{byList(postbackUrl, PLACEHOLDER, EVENTS)}</CodePlate>
        <h3>{texts.later}</h3>
        <p>
          <WithCode text={texts.laterHint} />
        </p>
        <CodePlate copy>{askLater(postbackUrl, PLACEHOLDER)}</CodePlate>
      </section>
      <section className="card" aria-labelledby="parameters">
        <h2 id="parameters">{developerTexts.sections.parameters}</h2>
        <ul className="stack">
          {[{ name: "secret", isRequired: true, rule: parameterTexts.secret }, ...parameters].map(
            ({ name, isRequired, rule }) => (
              <li key={name}>
                <strong>
                  <code>{name}</code>
                </strong>
                , {isRequired ? parameterTexts.required : parameterTexts.optional}: {rule.replace(`${name} `, "")}.{" "}
                {parameterTexts.purposes[name]}
              </li>
            ),
          )}
        </ul>
      </section>
    </>
  );
}
