import type { Part } from "../parts/part";
import type { Baseline } from "./baseline";
import {
  type Change,
  compare,
  type Figure,
  type FigureSpec,
  figureOf,
  goalState,
  type GoalState,
  type Rounds,
} from "./figure";

/** A line of the table. */
export type Row = {
  /** Of the part and the figure, as in the baseline. */
  id: string;
  spec: FigureSpec;
  figure: Figure;
  rounds: Rounds;
  before?: Figure;
  change: Change;
  goal?: GoalState;
};

export function rowsOf(part: Part, measured: Record<string, Rounds>, baseline: Baseline | undefined): Row[] {
  return part.figures.map((spec) => {
    const id = `${part.name}.${spec.key}`;
    const rounds = measured[spec.key];
    if (!rounds) throw new Error(`${id} was not measured.`);
    const [figure, before] = [figureOf(rounds), baseline?.figures[id]];
    const change = compare(spec, figure, before);
    const goal = spec.goal && goalState(spec.goal, figure, before, change);
    return { id, spec, figure, rounds, before, change, goal };
  });
}

/** Figures that became worse, and goals that the baseline met. */
export const regressions = (rows: readonly Row[]): Row[] =>
  rows.filter(({ change, goal }) => change === "worse" || goal === "lost");
