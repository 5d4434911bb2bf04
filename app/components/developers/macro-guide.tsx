import { developerTexts, macroTexts as texts } from "./texts";

/** The macros of the addresses of links to the site. */
export function MacroGuide({ macros }: { macros: readonly { name: string; meaning: string }[] }) {
  return (
    <section className="card" aria-labelledby="macros">
      <h2 id="macros">{developerTexts.sections.macros}</h2>
      <p>{texts.intro}</p>
      <ul className="stack">
        {macros.map(({ name, meaning }) => (
          <li key={name}>
            <strong>
              <code>{`{${name}}`}</code>
            </strong>
            : {meaning}.
          </li>
        ))}
      </ul>
    </section>
  );
}
