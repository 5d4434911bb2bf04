/** The plane of a drawing, which its place stretches: about 600 wide, so that each point has a whole, even number. */
export const HEIGHT = 200;
const stepOf = (points: number): number => 2 * Math.max(1, Math.round(300 / points));
export const widthOf = (points: number): number => points * stepOf(points);

/** The widest place of a drawing in pixels (`.drawing`). */
export const WIDEST = 720;

export const middleOf = (index: number, points: number): number => (index + 0.5) * stepOf(points);

/** Whole numbers: a tenth smaller, and less than what the eye sees. */
export const heightOf = (share: number): number => Math.round((1 - share) * HEIGHT);

export type PlotPoint = {
  date: string;
  /** Value of the column. */
  value: number;
  /** Value of the line; null without a point. */
  line: number | null;
  /** Drawn pale and dashed: the day or month is not over, or the period has only a part of it. */
  incomplete?: boolean;
};

/** More points of growth are a band that shows nothing. */
const MAX_GROWTH_POINTS = 60;

/** Whether a chart of these points draws their growth. */
export const drawsGrowth = ({ length }: readonly unknown[]): boolean => length <= MAX_GROWTH_POINTS;
