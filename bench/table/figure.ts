import { median } from "../samples";

/** The measurements of one figure, round by round. A floor that was measured once applies to every round. */
export type Rounds = { values: readonly number[]; floors?: readonly number[] };

/** A limit of the value, of its ratio to the floor, or of its excess over the floor. */
export type Goal = { of?: "value" | "ratio" | "excess" } & ({ atMost: number } | { atLeast: number });

/** A row of the table, described before anything is measured. */
export type FigureSpec<Key extends string = string> = {
  key: Key;
  name: string;
  /** More a second is better; of everything else, less. */
  unit: "/s" | "ms" | "µs" | "KB" | "MB" | "×";
  goal?: Goal;
  /**
   * The share by which the figure differed between runs of the same product. A figure without one differs too much
   * to be compared; it has its goal alone.
   */
  tolerance?: number;
};

/** Medians over the rounds. */
export type Figure = { value: number; floor?: number; ratio?: number };

/** The ratio is the median of each round's own, because the speed of a machine changes during a run. */
export function figureOf({ values, floors }: Rounds): Figure {
  const value = median(values);
  if (floors === undefined) return { value };
  const floor = median(floors);
  return { value, floor, ratio: median(values.map((one, round) => one / (floors[round] ?? floor))) };
}

export function meetsGoal({ value, floor = 0, ratio = Number.NaN }: Figure, goal: Goal): boolean {
  const measured = { value, ratio, excess: value - floor }[goal.of ?? "value"];
  return "atMost" in goal ? measured <= goal.atMost : measured >= goal.atLeast;
}

/** `new`: the baseline does not have the figure. `unjudged`: the figure differs too much between runs. */
export type Change = "better" | "same" | "worse" | "new" | "unjudged";

/** Compares by the ratio to the floor, or by the value of a figure without a floor. */
export function compare(
  { unit, tolerance }: Pick<FigureSpec, "unit" | "tolerance">,
  now: Figure,
  before: Figure | undefined,
): Change {
  if (before === undefined) return "new";
  if (tolerance === undefined) return "unjudged";
  const growth = (now.ratio ?? now.value) / (before.ratio ?? before.value);
  const loss = unit === "/s" ? 1 / growth : growth;
  if (loss > 1 + tolerance) return "worse";
  return loss < 1 / (1 + tolerance) ? "better" : "same";
}

/** `lost`: the baseline met the goal. */
export type GoalState = "met" | "missed" | "lost";

/**
 * A goal that is missed while the figure compares as before is not lost: it is close to the limit, or the machine is
 * slower than the baseline's.
 */
export function goalState(goal: Goal, now: Figure, before: Figure | undefined, change: Change): GoalState {
  if (meetsGoal(now, goal)) return "met";
  const isComparable = change === "same" || change === "better";
  return before !== undefined && meetsGoal(before, goal) && !isComparable ? "lost" : "missed";
}
