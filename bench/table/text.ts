import type { Part } from "../parts/part";
import type { Baseline } from "./baseline";
import type { Goal } from "./figure";
import type { Row } from "./row";

const HEADINGS = ["", "value", "", "floor", "ratio", "goal", "", "baseline", "change"];
/** Texts are aligned to the left, numbers to the right. */
const LEFT = new Set([0, 2, 5, 6, 8]);

/** The table as plain text: a block for each part, with its floor below the title. */
export function tableText(results: readonly { part: Part; rows: readonly Row[] }[]): string {
  const lines = results.map(({ rows }) => rows.map(cellsOf));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.flat().map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, column) => (LEFT.has(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const blocks = results.map(({ part }, i) =>
    [part.title, `  floor: ${part.floor}`, ...(lines[i] ?? []).map(line)].join("\n"),
  );
  return [line(HEADINGS), ...blocks].join("\n\n");
}

function cellsOf({ spec, figure, before, change, goal }: Row): string[] {
  const { value, floor, ratio } = figure;
  const compared = before && (before.ratio ?? before.value);
  return [
    `  ${spec.name}`,
    number(value),
    spec.unit,
    floor === undefined ? "" : number(floor),
    ratio === undefined ? "" : number(ratio),
    spec.goal ? goalText(spec.goal) : "",
    goal === "met" ? "met" : (goal ?? "").toUpperCase(),
    compared === undefined ? "" : number(compared),
    { better: "better", same: "same", worse: "WORSE", new: "new", unjudged: "" }[change],
  ];
}

const goalText = (goal: Goal): string => {
  const limit = "atMost" in goal ? `≤ ${number(goal.atMost)}` : `≥ ${number(goal.atLeast)}`;
  return `${limit}${{ value: "", ratio: " × floor", excess: " + floor" }[goal.of ?? "value"]}`;
};

/** Three significant digits, and whole numbers in full. */
export function number(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 3) });
}

export const baselineText = ({ commit, machine }: Baseline): string =>
  `Baseline: "${commit.subject}", ${commit.date}, ${machine.processors} processors, ${machine.memoryGb} GB, Node ${machine.node}.`;
