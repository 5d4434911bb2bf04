type Props = {
  /** A value for each day, the last one of today. */
  values: readonly number[];
  /** The number of days that belong to the period of the figure; they are the last ones. */
  current: number;
};

const [SLOT, COLUMN, HEIGHT] = [8, 5, 40];

/** The days behind a figure as columns: those of its period in colour, and today, which is not over, paler. */
export function Spark({ values, current }: Props) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const heightOf = (value: number) => Math.round((value / (high - low || 1)) * HEIGHT);
  const zero = HEIGHT + heightOf(low);
  const columns = values.map((value, index) => {
    const height = heightOf(value) || 1;
    return `M${index * SLOT} ${zero}v${-height}h${COLUMN}v${height}z`;
  });
  const [first, last] = [columns.length - current, columns.length - 1];
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${values.length * SLOT - SLOT + COLUMN} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={columns.slice(0, first).join("")} />
      <path className="on" d={columns.slice(first, last).join("")} />
      <path className="part" d={columns[last]} />
    </svg>
  );
}
