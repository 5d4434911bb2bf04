import { home } from "~/texts";
import { CopyField } from "../ui/copy-field";

type BestLink = { id: number; sitename: string; typename: string; link: string; sales: number };

const texts = home.best;

/** An agent's best-selling links, to copy. Renders nothing before the first sale. */
export function BestLinks({ links }: { links: readonly BestLink[] }) {
  if (links.length === 0) return null;
  return (
    <section className="card" aria-labelledby="best-links">
      <header>
        <h2 id="best-links">{texts.heading}</h2>
      </header>
      <ul className="links">
        {links.map(({ id, sitename, typename, link, sales }) => (
          <li key={id}>
            <p>
              <b>
                {sitename} {typename}
              </b>{" "}
              <small>{texts.sold(sales)}</small>
            </p>
            <CopyField id={`best-${id}`} value={link} label={`${sitename} ${typename}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
