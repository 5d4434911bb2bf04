import { heightOf, middleOf, type PlotPoint, WIDEST, widthOf } from "./plane";
import type { Axis } from "./scales";
import { short } from "./spline";

/** Maximum width of a column with its outline in pixels, however wide its place is (CHART-06). */
const MAX_PIXELS = 39;
const ROUNDING = 3;
/** Gaps between more columns are thinner than a pixel: they would be a hatch. */
const MOST_APART = 100;

type Props = { points: readonly PlotPoint[]; axis: Axis };

/** The columns that are complete, those that are not, and the line of 0 if columns are below it. */
export function Columns({ points, axis }: Props) {
  const whole = widthOf(points.length);
  const width = Math.min(
    (whole / points.length) * (points.length > MOST_APART ? 1 : 0.7),
    ((MAX_PIXELS - 1) * whole) / WIDEST,
  );
  const half = width > 4 ? Math.floor(width / 2) : width / 2;
  const zero = heightOf(axis.at(0));
  const pathOf = (isIncomplete: boolean) =>
    points
      .map(({ value, incomplete = false }, index) =>
        value === 0 || incomplete !== isIncomplete
          ? ""
          : column(middleOf(index, points.length) - half, 2 * half, zero, heightOf(axis.at(value))),
      )
      .join("");
  const parts = pathOf(true);
  return (
    <>
      <path className="columns" d={pathOf(false)} />
      {parts && <path className="part" d={parts} />}
      {axis.below > 0 && <path className="zero-line" d={`M0 ${zero}H${whole}`} />}
    </>
  );
}

/** A column from the line of 0; if it is high enough, its top is round. At least a line of it is seen. */
function column(left: number, width: number, zero: number, end: number): string {
  const round = zero - end > ROUNDING && width > 3 * ROUNDING ? ROUNDING : 0;
  const top = end === zero ? zero - 1 : end;
  if (round === 0) return `M${short(left)} ${zero}V${top}h${short(width)}V${zero}z`;
  const across = short(width - 2 * round);
  return `M${short(left)} ${zero}V${top + round}q0-3 3-3h${across}q3 0 3 3V${zero}z`;
}
