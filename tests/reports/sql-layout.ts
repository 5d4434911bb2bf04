import { diffArrays } from "diff";
import pg from "pg";
import { format } from "sql-formatter";

const WIDTH = 120;
const STEP = 2;
/** Lines that begin a clause whose parts the formatter writes below it. */
const CLAUSE =
  /^(WITH|SELECT|FROM|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|VALUES|SELECT DISTINCT ON \(.*\)|SELECT DISTINCT)$/;

/** Its lines as they are printed, and as numbers: equal ones are compared as the same, `depthless` at any indentation. */
type Statement = {
  name: string;
  lines: readonly string[];
  keys: readonly number[];
  depthless: readonly number[];
};
/** Lines of a statement with their mark, and the line before them if they are the first to differ. */
type Change = { before: string; mark: "-" | "+" | "~"; lines: readonly string[] };
type Sent = { heading: string; statements: readonly (readonly [text: string, values: readonly unknown[]])[] };

/** The text of each heading. A statement is printed whole, or as its difference to the one before that is most like it. */
export function written(sections: readonly Sent[]): ReadonlyMap<string, string> {
  const before: Statement[] = [];
  const texts = new Map<string, string>();
  for (const { heading, statements } of sections) {
    const parts = statements.map(([text, values], index) => {
      const name = statements.length > 1 ? `${heading}, statement ${index + 1}` : heading;
      const lines = laidOut(text, values);
      const statement = { name, lines, keys: lines.map(keyOf), depthless: lines.map((line) => keyOf(line.trim())) };
      const nearest = nearestOf(before, statement);
      const others = [...before];
      before.push(statement);
      const shown = nearest?.changes.flatMap((change) => shownOf(change, others)) ?? lines;
      if (nearest && shown.length < MOST_CHANGED * lines.length)
        return `-- ${name}: as ${nearest.name}, but\n${shown.map((line) => `--   ${line}\n`).join("")}`;
      return `-- ${name}\n\n${lines.join("\n")};\n`;
    });
    texts.set(heading, parts.join("\n"));
  }
  return texts;
}

type Difference = { name: string; changes: Change[] };

/** The first of those that differ in the fewest lines. */
function nearestOf(before: readonly Statement[], statement: Statement): Difference | undefined {
  let nearest: Difference | undefined;
  let least = Infinity;
  for (const other of before) {
    const changes = changesOf(other, statement, least);
    if (!changes || lengthOf(changes) >= least) continue;
    nearest = { name: other.name, changes };
    least = lengthOf(changes);
  }
  return nearest;
}

/** The share of its lines in which a statement may differ and still be printed by its differences. */
const MOST_CHANGED = 0.75;

const DAY = /'\d{4}-\d\d-\d\d'/g;
const KEYS = /\b(day, agent_id|company_id|agent_id|day)\b/g;
const numbers = new Map<string, number>();

/** The number of a line without its days and the keys of the grouping. */
function keyOf(line: string): number {
  const compared = line.replaceAll(DAY, "day").replaceAll(KEYS, "key");
  const number = numbers.get(compared) ?? numbers.size;
  numbers.set(compared, number);
  return number;
}

/**
 * The lines that differ in more than days and the keys of the grouping: left out (-), added (+) or in place of as many or
 * fewer others (~), each place with the line before it. Undefined if they are
 * surely more than `most`: a line in place of another counts once there and twice in the search.
 */
function changesOf(one: Statement, other: Statement, most: number): Change[] | undefined {
  const changes = diffArrays([...one.keys], [...other.keys], { maxEditLength: 2 * most });
  if (!changes) return undefined;
  let before = "";
  let [inOne, inOther] = [0, 0];
  return changes.flatMap(({ added, removed, count }, index) => {
    const last = changes[index - 1];
    const next = changes[index + 1];
    const lines = removed ? one.lines.slice(inOne, inOne + count) : other.lines.slice(inOther, inOther + count);
    if (!added) inOne += count;
    if (!removed) inOther += count;
    if (!added && !removed) {
      before = `  ${lines.at(-1) ?? ""}`;
      return [];
    }
    if (removed && next?.added && next.count >= count) return [];
    const isReplaced = added && last?.removed && last.count <= count;
    const isFirst = !added || !last?.removed || isReplaced;
    const mark = removed ? "-" : isReplaced ? "~" : "+";
    return [{ before: isFirst ? before : "", mark, lines }];
  });
}

const lengthOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { before, lines }) => sum + lines.length + (before ? 1 : 0), 0);

function shownOf({ before, mark, lines }: Change, earlier: readonly Statement[]): string[] {
  const shown = mark === "-" ? withoutMiddle(lines) : withoutRepeated(lines, earlier);
  return [...(before ? [before] : []), ...shown.map((line) => `${mark} ${line}`)];
}

/** Lines left out are printed above: the first and the last say which. */
function withoutMiddle(lines: readonly string[]): readonly string[] {
  return lines.length <= 3 ? lines : shortened(lines, "");
}

/** Fewest lines together that are not printed again if an earlier statement has them. */
const REPEATED = 5;

function withoutRepeated(lines: readonly string[], earlier: readonly Statement[]): string[] {
  const done: string[] = [];
  const keys = lines.map((line) => keyOf(line.trim()));
  for (let at = 0; at < lines.length;) {
    const rest = lines.slice(at);
    const [best] = earlier
      .map(({ name, depthless }) => ({ name, length: longestRun(keys.slice(at), depthless) }))
      .sort((a, b) => b.length - a.length);
    const same = best && best.length >= REPEATED ? rest.slice(0, best.length) : rest.slice(0, 1);
    done.push(...(best && same.length > 1 ? shortened(same, ` as in ${best.name}`) : same));
    at += same.length;
  }
  return done;
}

function shortened(lines: readonly string[], whence: string): string[] {
  const [head = "", last = ""] = [lines[0], lines.at(-1)];
  return [head, `${" ".repeat(indentOf(head))}… ${lines.length - 2} lines${whence}, until`, last];
}

/** How many of the first keys are found together in `there`. */
function longestRun(keys: readonly number[], there: readonly number[]): number {
  let longest = 0;
  for (let from = 0; from < there.length; from += 1) {
    let length = 0;
    while (length < keys.length && from + length < there.length && keys[length] === there[from + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** A statement with the values of its example in place of its parameters, as few lines as a reader can take in. */
function laidOut(text: string, values: readonly unknown[]): readonly string[] {
  const filled = text.replaceAll(/\$(\d+)/g, (_whole, number: string) => literal(values[Number(number) - 1]));
  const lines = format(filled, { language: "postgresql", expressionWidth: WIDTH }).split("\n");
  return joined(withoutDoubleBrackets(joined(lines)));
}

const DOUBLE = /\(\(([^()]*(?:\([^()]*\)[^()]*)*)\)\)/g;

/** `((a OR b))` as `(a OR b)`. */
const withoutDoubleBrackets = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(DOUBLE, "($1)").replaceAll(DOUBLE, "($1)"));

const indentOf = (line: string): number => line.length - line.trimStart().length;
const beside = (one: string, other: string): string =>
  one.endsWith("(") || other.startsWith(")") ? `${one}${other}` : `${one} ${other}`;

/** Joins lines that fit on one: an expression in brackets, parts of a list, a clause and its first part. */
function joined(lines: readonly string[]): string[] {
  for (let before = lines; ;) {
    const after = listed(bracketed(before));
    if (after.length === before.length) return after;
    before = after;
  }
}

function bracketed(lines: readonly string[]): string[] {
  const done: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const end = line.endsWith("(") ? lines.findIndex((each, i) => i > at && indentOf(each) === indentOf(line)) : -1;
    const whole =
      end < 0 ? undefined : lines.slice(at + 1, end + 1).reduce((sum, each) => beside(sum, each.trim()), line);
    if (whole !== undefined && whole.length <= WIDTH) {
      done.push(whole);
      at = end;
    } else done.push(line);
  }
  return done;
}

function listed(lines: readonly string[]): string[] {
  const done: string[] = [];
  for (const line of lines) {
    const last = done.at(-1);
    if (last !== undefined && belongs(last, line) && last.length + 1 + line.trim().length <= WIDTH)
      done[done.length - 1] = `${last} ${line.trim()}`;
    else done.push(line);
  }
  return done;
}

function belongs(last: string, line: string): boolean {
  const deeper = indentOf(line) - indentOf(last);
  if (CLAUSE.test(last.trim())) return deeper === STEP && last.trim() !== "WITH";
  if (line.endsWith("(") || CLAUSE.test(line.trim())) return false;
  if (/^\s*WHERE\b/.test(line)) return deeper === 0 && /^\s*FROM\b/.test(last);
  if (/^\s*AND\b/.test(line))
    return (deeper === STEP && /^\s*(FROM|WHERE)\b/.test(last)) || (deeper === 0 && /^\s*AND\b/.test(last));
  if (/^\s*GROUP BY\b/.test(line)) return deeper === 0 && /^\s*FROM\b/.test(last);
  if (!last.endsWith(",")) return false;
  return deeper === 0 || (deeper === STEP && /^\s*(SELECT|GROUP BY|ORDER BY)\b/.test(last));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(",")}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
