import type { CSSProperties, ReactNode } from "react";
import { count } from "../formats";
import { empty } from "~/texts";

const HIGHLIGHTED = 3;

/** A row: a name, further words about it, and its sales with further figures. */
export type Place = {
  name: string;
  note?: string;
  words: readonly (string | undefined)[];
  sales: number;
  figures?: readonly ReactNode[];
};
type RankingProps = {
  title: string;
  of: string;
  words: readonly string[];
  figures?: readonly string[];
  places: readonly Place[];
};

/** Behind each name is a bar: its sales as a share of the first one's. */
export function Ranking({ title, of, words, figures = [], places }: RankingProps) {
  const most = places[0]?.sales ?? 0;
  const width = (sales: number) => ({ "--w": `${most > 0 ? Math.max(0, Math.round((100 * sales) / most)) : 0}%` });
  return (
    <div className="card rank">
      <table>
        <caption>
          {title} <small>{of}</small>
        </caption>
        <thead>
          <tr>
            {["No", ...words].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {["Sales", ...figures].map((label) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ name, note, words: more, sales, figures: cells = [] }, index) => (
            <tr key={index} className={index < HIGHLIGHTED ? "top" : undefined}>
              <td>{index + 1}</td>
              <th scope="row" style={width(sales) as CSSProperties} title={[name, note].filter(Boolean).join(" ")}>
                {name} {note && <small>{note}</small>}
              </th>
              {more.map((word, at) => (
                <td key={at}>{word}</td>
              ))}
              <td className="num sales">
                <b>{count(sales)}</b>
              </td>
              {cells.map((cell, at) => (
                <td key={at} className="num">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {places.length === 0 && (
            <tr className="empty">
              <td colSpan={2 + words.length + figures.length}>{empty.period}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
