import type { ReactNode } from "react";
import { count } from "../formats";
import { Columns } from "./columns";
import { Line } from "./line";
import { HEIGHT, type PlotPoint, widthOf } from "./plane";
import type { Axis } from "./scales";

export type PlotProps = {
  points: readonly PlotPoint[];
  /** Describes the drawing for screen readers, which have the numbers in a table beside it. */
  label: string;
  /** Without the second axis there is no line. */
  axes: { value: Axis; line: Axis | undefined };
  /** Writes a label of the second axis. */
  tick: (value: number) => ReactNode;
  /** The text below a point, and how many of them fit side by side. */
  dates: { text: (date: string) => string; most: number };
  /** Name of the first axis. */
  name?: string;
  smooth?: boolean;
  /** The figures of a point, shown on a line above the chart while the pointer is on its strip. */
  figures?: (index: number) => readonly (readonly [label: string, value: string])[];
};

/**
 * A chart: columns on the left axis and perhaps a line on the right one. The drawing stretches to its place; words are
 * HTML, so that they keep their size.
 */
export function Plot({ points, label, axes, tick, dates, name, smooth = false, figures }: PlotProps) {
  const interval = Math.ceil(points.length / dates.most);
  const fromEnd = (index: number) => points.length - 1 - index;
  const { value, line } = axes;
  const shown = value.ticks.map((_, index, ticks) => ticks.length - 1 - index);
  return (
    <figure className="plot" role="group" aria-label={label}>
      <div aria-hidden>
        <ol className="y">
          {shown.map((at) => (
            <li key={at}>{count(value.ticks[at] ?? 0)}</li>
          ))}
        </ol>
        <div className="area">
          <svg viewBox={`0 0 ${widthOf(points.length)} ${HEIGHT}`} preserveAspectRatio="none">
            <Columns points={points} axis={value} />
            {line && <Line points={points} axis={line} smooth={smooth} />}
          </svg>
          {figures && (
            <ol className="at">
              {points.map(({ date }, index) => (
                <li key={date} tabIndex={-1}>
                  <p>
                    <b>{date}</b>
                    {figures(index).map(([of, figure]) => (
                      <span key={of}>
                        {of} <b>{figure}</b>
                      </span>
                    ))}
                  </p>
                </li>
              ))}
            </ol>
          )}
        </div>
        {line && (
          <ol className="y end">
            {shown.map((at) => (
              <li key={at}>{tick(line.ticks[at] ?? 0)}</li>
            ))}
          </ol>
        )}
        <ol className="x">
          {points.map(({ date }, index) => (
            <li key={date}>
              {fromEnd(index) % interval === 0 && (
                <span className={fromEnd(index) % (2 * interval) ? "spare" : undefined}>{dates.text(date)}</span>
              )}
            </li>
          ))}
        </ol>
        {name && <p className="axis">{name}</p>}
      </div>
    </figure>
  );
}
