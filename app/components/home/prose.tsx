import { home as texts } from "~/texts";
import { Icon } from "../ui/icon";

/** Formatted text, sanitized by the server. */
type Props = { html: string | null };

const Prose = ({ html }: { html: string }) => <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;

/** A text for agents, by their office or the network. Renders nothing if it is empty. */
export const MustRead = ({ html }: Props) =>
  html ? (
    <section className="notice accent" aria-labelledby="must-read">
      <Icon name="news" />
      <div>
        <h2 id="must-read">{texts.notes}</h2>
        <Prose html={html} />
      </div>
    </section>
  ) : null;

/** The latest news of the company. Renders nothing if there are none. */
export const News = ({ html }: Props) =>
  html ? (
    <section className="card" aria-labelledby="news">
      <header>
        <h2 id="news">{texts.news}</h2>
      </header>
      <Prose html={html} />
    </section>
  ) : null;
