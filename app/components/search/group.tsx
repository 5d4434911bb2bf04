import { search as texts } from "./texts";
import { State } from "../ui/state";
import type { Hit } from "./hits";

type Props<Item> = { title: string; items: readonly Item[]; more: boolean; hit: (item: Item) => Hit };

/** The results of one kind; nothing without any. */
export function Group<Item extends { id: number }>({ title, items, more, hit }: Props<Item>) {
  if (items.length === 0) return null;
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul className="hits">
        {items.map((item) => {
          const { name, to, about, state, links } = hit(item);
          return (
            <li key={item.id}>
              <p>
                {to ? <a href={to}>{name}</a> : <b>{name}</b>} <span className="note">{about}</span>{" "}
                {state && <State tone={state.tone}>{state.text}</State>}
              </p>
              <p className="acts">
                {links.map(({ label, href }) => (
                  <a key={label} className="act" href={href}>
                    {label}
                    <span className="unseen"> {name}</span>
                  </a>
                ))}
              </p>
            </li>
          );
        })}
      </ul>
      {more && <p className="note">{texts.more}</p>}
    </section>
  );
}
