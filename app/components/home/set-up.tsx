import { home } from "~/texts";

type Step = keyof typeof texts.steps;
type Props = { setUp: { steps: readonly { step: Step; done: boolean }[]; siteId: number | null } };

const texts = home.setUp;

/** The steps of a new company up to its first sale. */
export function SetUp({ setUp: { steps, siteId } }: Props) {
  return (
    <section className="card" aria-labelledby="set-up">
      <header>
        <h2 id="set-up">{texts.heading}</h2>
      </header>
      <p>{texts.intro}</p>
      <ol className="steps">
        {steps.map(({ step, done }) => {
          const [name, why] = texts.steps[step];
          return (
            <li key={step} className={done ? "note" : undefined}>
              {done ? `${name} (${texts.done})` : <a href={addressOf(step, siteId)}>{name}</a>}{" "}
              {!done && <span className="note">{why}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The screen of a step. Links and secrets belong to a site, so without one they lead to adding it. */
function addressOf(step: Step, siteId: number | null): string {
  const addSite = "/app/sites/create";
  return {
    domain: "/app/offices/domains/create",
    office: "/app/offices/create",
    site: addSite,
    link: siteId === null ? addSite : `/app/sites/${siteId}/types/create`,
    secret: siteId === null ? addSite : `/app/sites/edit/${siteId}#secrets`,
    agent: "/app/agents/create",
    approval: "/app/unapprove",
    click: "/app/links/links",
    sale: "/app/logs/postbacks",
  }[step];
}
