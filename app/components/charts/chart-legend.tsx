import type { SVGProps } from "react";
import { charts as texts } from "~/components/charts/texts";

type Props = {
  /** Attributes of an incomplete column. */
  hatched: SVGProps<SVGRectElement>;
  /** The dates of the incomplete points. */
  parts: string;
  width: number;
};

/** The line above a drawing that names its columns and its spline. */
export function Legend({ hatched, parts, width }: Props) {
  return (
    <>
      <g className="columns">
        <rect x={4} y={7} width={10} height={10} />
      </g>
      <text x={20} y={17} className="name">
        {texts.sales}
      </text>
      {parts && (
        <>
          <g className="columns">
            <rect x={92} y={7} width={10} height={10} {...hatched} />
          </g>
          <text x={108} y={17} className="name">
            {texts.incompletePoints(parts)}
          </text>
        </>
      )}
      <path className="spline" d={`M${width - 20} 12h16`} />
      <text x={width - 26} y={17} className="name to-left">
        {texts.progress}
      </text>
    </>
  );
}
