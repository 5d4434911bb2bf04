import { WithCode } from "../docs/with-code";
import { KIT, type KitName, kitNameOf, kitText } from "./kit/kit";
import { codeTexts as texts, developerTexts } from "./texts";

type Props = {
  scriptUrl: string;
  /** The parameters in which the site's links pass the click ID. */
  clickNames: readonly string[];
  postbackUrl: string;
  /** The language that was asked for. */
  code: string;
};

/** The script that keeps the click ID, and code in one language that reports sales. The others are a link away. */
export function CodeGuide({ scriptUrl, clickNames, postbackUrl, code }: Props) {
  const shown = kitNameOf(code);
  const tag = `<script src="${scriptUrl}" data-names="${clickNames.join(" ")}" async></script>`;
  return (
    <section className="card" aria-labelledby="code">
      <h2 id="code">{developerTexts.sections.code}</h2>
      <h3>{texts.keep}</h3>
      <p>
        <WithCode text={texts.script} />
      </p>
      <pre>{tag}</pre>
      <p>
        <WithCode text={texts.server} />
      </p>
      <h3>{texts.report}</h3>
      <p>
        <WithCode text={texts.outbox} />
      </p>
      <nav className="tabs" aria-label={texts.languages}>
        <ul>
          {(Object.keys(KIT) as KitName[]).map((name) => (
            <li key={name}>
              <a href={`?code=${name}#code`} aria-current={name === shown ? "true" : undefined}>
                {KIT[name].label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <code>{KIT[shown].file}</code>
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region */}
      <pre tabIndex={0}>{kitText(shown, postbackUrl)}</pre>
    </section>
  );
}
