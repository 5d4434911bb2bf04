import { heightOf, middleOf, type PlotPoint, widthOf } from "./plane";
import type { Axis } from "./scales";
import { short, spline, straight } from "./spline";

type Props = { points: readonly PlotPoint[]; axis: Axis; smooth: boolean };

/**
 * The line, with a seam of the card's colour so that it can be followed across the columns. A smooth one has its points
 * and the line of no growth; the other one is dotted to a day that is not over, because that is not a fall.
 */
export function Line({ points, axis, smooth }: Props) {
  const all = points.flatMap(({ line, incomplete }, index) =>
    line === null ? [] : [{ x: middleOf(index, points.length), y: heightOf(axis.at(line)), incomplete }],
  );
  const whole = smooth ? all : all.filter(({ incomplete }) => !incomplete);
  const path = smooth ? spline(whole) : straight(whole);
  const dots = smooth ? all.map(({ x, y }) => `M${short(x)} ${y}h0`).join("") : "";
  return (
    <>
      {smooth && <path className="unchanged" d={`M0 ${heightOf(axis.at(0))}h${widthOf(points.length)}`} />}
      <path className="seam" d={path} />
      <path className="spline" d={path} />
      {whole.length < all.length && <path className="spline unchanged" d={straight(all.slice(-2))} />}
      {dots && <path className="points" d={dots} />}
      {dots && <path className="core" d={dots} />}
    </>
  );
}
