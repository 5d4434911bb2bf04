import { parseSync } from "libpg-query";
import { COPIED, DISTRIBUTED, DISTRIBUTED_BY } from "../../models/distribution";
import { PARTITIONED } from "../../models/partitions";
import {
  aliasesOf,
  calledBy,
  columnOf,
  equalities,
  isSelect,
  isTable,
  lastOf,
  listAt,
  nameOf,
  tablesOf,
  type Tree,
  treeAt,
  trees,
} from "./tree";

/** The database facts that the laws need: its volatile functions and the columns of its tables. */
export type Known = { volatile: ReadonlySet<string>; columns: ReadonlyMap<string, ReadonlySet<string>> };

const large: ReadonlySet<string> = new Set(DISTRIBUTED);
const copied: ReadonlySet<string> = new Set(COPIED);
const partitioned: ReadonlySet<string> = new Set(PARTITIONED);
const PARTITION = /_(default|\d{4}_\d{2})$/;

/** Partitions count as their table. */
const isLarge = (name: string): boolean => large.has(name) || large.has(name.replace(PARTITION, ""));
const answers = new WeakMap<object, boolean>();
function largeIn(tree: object): boolean {
  const known =
    answers.get(tree) ?? [...trees(tree)].some(([, each]) => isTable(each) && isLarge(String(each.relname)));
  answers.set(tree, known);
  return known;
}

/** Whether a statement reads or writes a distributed table. */
export const touchesLarge = (text: string): boolean => largeIn(parsed(text));

/** The other tables that a statement names. */
export function besideLarge(text: string): string[] {
  const all = [...trees(parsed(text))].map(([, tree]) => tree);
  const parts = new Set(all.map((tree) => tree.ctename));
  return all
    .filter(isTable)
    .map((tree) => String(tree.relname).replace(PARTITION, ""))
    .filter((name) => !isLarge(name) && !parts.has(name));
}

const statements = new Map<string, Tree[]>();
function parsed(text: string): Tree[] {
  const found = statements.get(text) ?? listAt(parseSync(text) as Tree, "stmts");
  statements.set(text, found);
  return found;
}

type Law = (tree: Tree, name: string, known: Known & { inserted: ReadonlySet<unknown> }) => boolean;

/** Forms that a server with tables distributed by agent refuses or answers differently, keyed by the fault. */
export const laws: Record<string, Law> = {
  "grouping sets, ROLLUP or CUBE": (_, name) => name === "GroupingSet" || name === "GroupingFunc",
  "a recursive CTE": (tree, name) => name === "withClause" && tree.recursive === true,
  "rows of many agents are locked": (tree) =>
    isSelect(tree) && listAt(tree, "lockingClause").length > 0 && readsLarge(tree) && !isOfOneAgent(tree),
  "xmax in RETURNING": (tree, name) =>
    name === "returningClause" && [...trees(tree)].some(([kind, each]) => kind === "ColumnRef" && isXmax(each)),
  "a volatile function in UPDATE": (tree, name, { volatile }) =>
    (name === "UpdateStmt" || name === "onConflictClause") &&
    [...trees([tree.targetList, tree.whereClause])].some(
      ([kind, each]) => kind === "FuncCall" && volatile.has(calledBy(each)),
    ),
  "an agent's row becomes another's": (tree, name) =>
    (name === "UpdateStmt" ? isLarge(String(treeAt(tree, "relation")?.relname)) : name === "onConflictClause") &&
    listAt(tree, "targetList").some((target) => treeAt(target, "ResTarget")?.name === DISTRIBUTED_BY),
  "a correlated subquery other than of the same agent": (tree, _, known) => isSelect(tree) && correlates(tree, known),
  "a branch of a UNION without the agent": (tree) => isSelect(tree) && agentless(tree),
  "large tables are joined without the agent": (tree) => isSelect(tree) && joinsWithoutAgent(tree),
  // The insertion order of rows affects no result.
  "a SELECT without columns": (tree) => isSelect(tree) && tree.op === "SETOP_NONE" && !hasColumns(tree),
  "a subquery among the values of an INSERT": (tree, name) =>
    name === "InsertStmt" &&
    [...trees(listAt(tree, "selectStmt", "SelectStmt", "valuesLists"))].some(([kind]) => kind === "SubLink"),
  "a subquery beside an aggregate of a large table": (tree) =>
    isSelect(tree) && readsLarge(tree) && aggregatesBesideSubquery(tree),
  "a subquery correlated with a part of the statement or a list of rows": (tree, _, known) =>
    isSelect(tree) && largeOrCopiedIn(tree) && correlatesWithRows(tree, known),
  "a part of the statement is joined, other than by agent, with a UNION of large tables filtered inside": (tree) =>
    isSelect(tree) && joinsFilteredUnion(tree),
  "a part of the statement returns a void": (tree, name) =>
    name === "CommonTableExpr" &&
    listAt(tree, "ctequery", "SelectStmt", "targetList").some((target) =>
      VOID.test(calledBy(treeAt(target, "ResTarget", "val", "FuncCall") ?? {})),
    ),
  "an order that is not total": (tree, _, { inserted }) => isSelect(tree) && !inserted.has(tree) && isLoose(tree),
  "a partition detached CONCURRENTLY": (tree, name) =>
    name === "AlterTableCmd" &&
    tree.subtype === "AT_DetachPartition" &&
    treeAt(tree, "def", "PartitionCmd")?.concurrent === true,
  "an index made CONCURRENTLY on a partitioned table": (tree, name) =>
    name === "IndexStmt" && tree.concurrent === true && partitioned.has(String(treeAt(tree, "relation")?.relname)),
};
const VOID = /^pg_advisory_(xact_)?lock/;
export const SEVERAL = "several commands in one string";

/** The names of the laws that a text breaks. */
export function broken(text: string, known: Known): string[] {
  const commands = parsed(text);
  const all = [...trees(commands)].filter(([, tree]) => !Array.isArray(tree));
  const inserted = new Set(
    all.map(([name, tree]) => name === "InsertStmt" && treeAt(tree, "selectStmt", "SelectStmt")),
  );
  const found = all.flatMap(([name, tree]) =>
    Object.keys(laws).filter((law) => laws[law]?.(tree, name, { ...known, inserted })),
  );
  return [...new Set([...found, ...(commands.length > 1 ? [SEVERAL] : [])])];
}

const isXmax = (column: Tree) => lastOf({ ColumnRef: column }) === "xmax";
const from = (select: Tree) => listAt(select, "fromClause");
const readsLarge = (select: Tree) => tablesOf(from(select)).some(({ name }) => isLarge(name));

/** WHERE agent_id = a value. */
const isOfOneAgent = (select: Tree): boolean =>
  [...trees(treeAt(select, "whereClause"), (name) => name !== "SubLink")].some(([name, tree]) => {
    if (name !== "A_Expr" || tree.kind !== "AEXPR_OP" || treeAt(listAt(tree, "name")[0], "String")?.sval !== "=")
      return false;
    const sides = [treeAt(tree, "lexpr"), treeAt(tree, "rexpr")];
    const isValue = (side?: Tree) =>
      [...trees(side)].some(([kind]) => kind === "ParamRef" || kind === "A_Const") && columnOf(side).length === 0;
    return sides.some((side) => lastOf(side) === DISTRIBUTED_BY) && sides.some(isValue);
  });

/**
 * Whether a SELECT has correlated subqueries with a large table on either side, other than two large tables joined by
 * agent.
 */
function correlates(select: Tree, known: Known): boolean {
  const outer = aliasesOf(from(select));
  const mine = tablesOf(from(select));
  const inner = [...trees([select.fromClause, select.whereClause, select.targetList, select.havingClause], staysIn)];
  return inner.some(([name, tree]) => {
    const lateral = name === "RangeSubselect" && tree.lateral === true;
    const query = lateral
      ? treeAt(tree, "subquery", "SelectStmt")
      : name === "SubLink"
        ? treeAt(tree, "subselect", "SelectStmt")
        : undefined;
    if (!query || !speaksOf(query, outer, mine, known)) return false;
    if (!largeIn(query) && !largeIn(from(select))) return false;
    // Copied tables exist on every server.
    if (!lateral && onlyCopied(query)) return false;
    const ofSameAgent = equalities([query.whereClause, query.fromClause]).some(
      ([a, b]) =>
        a.at(-1) === DISTRIBUTED_BY &&
        b.at(-1) === DISTRIBUTED_BY &&
        outer.includes(a[0] ?? "") !== outer.includes(b[0] ?? ""),
    );
    return !(ofSameAgent && largeIn(query) && readsLarge(select));
  });
}

// Nested subqueries are checked with the subquery that contains them.
const staysIn = (name: string) => name !== "SubLink" && name !== "RangeSubselect";
const onlyCopied = (query: Tree): boolean => {
  const names = [...trees(query)].flatMap(([, tree]) => (isTable(tree) ? [String(tree.relname)] : []));
  return names.length > 0 && names.every((name) => copied.has(name));
};

/** Whether a column is qualified by an outer relation or exists only in an outer table. */
function speaksOf(query: Tree, outer: string[], tables: { name: string }[], { columns }: Known): boolean {
  const here = new Set(
    [...trees(query)].filter(([, tree]) => isSelect(tree)).flatMap(([, tree]) => aliasesOf(from(tree))),
  );
  const names = tablesOf(from(query)).map(({ name }) => name);
  const plain = names.length > 0 && names.every((name) => columns.has(name));
  return [...trees(query)].some(([name, tree]) => {
    if (name !== "ColumnRef") return false;
    const [first = "", second] = columnOf({ ColumnRef: tree });
    if (second !== undefined) return outer.includes(first) && !here.has(first);
    if (!plain || first === "*" || names.some((table) => columns.get(table)?.has(first))) return false;
    return tables.some((table) => columns.get(table.name)?.has(first));
  });
}

const hasColumns = (select: Tree) =>
  listAt(select, "targetList").length > 0 || listAt(select, "valuesLists").length > 0;

/** SELECT max(id) > (SELECT …) FROM a large table. */
const aggregatesBesideSubquery = (select: Tree): boolean =>
  listAt(select, "targetList").some((target) => {
    const kinds = [...trees(target, (name) => name !== "SubLink")];
    return (
      kinds.some(([name]) => name === "SubLink") &&
      kinds.some(([name, tree]) => name === "FuncCall" && AGGREGATES.has(calledBy(tree)))
    );
  });

const largeOrCopiedIn = (tree: Tree): boolean =>
  [...trees(tree)].some(
    ([, each]) => isTable(each) && (isLarge(String(each.relname)) || copied.has(String(each.relname))),
  );

/** A subquery that names a row of a function in FROM, such as ARRAY(SELECT f(r.x)) FROM jsonb_to_recordset(…) AS r. */
function correlatesWithRows(select: Tree, known: Known): boolean {
  const functions = [...trees(from(select), staysIn)].filter(([name]) => name === "RangeFunction");
  const rows = functions.flatMap(([, tree]) => {
    const alias = treeAt(tree, "alias")?.aliasname;
    return typeof alias === "string" ? [alias] : [];
  });
  if (rows.length === 0 || !largeOrCopiedIn({ fromClause: from(select) })) return false;
  return [...trees([select.targetList, select.whereClause], staysIn)].some(([name, tree]) => {
    const query = name === "SubLink" ? treeAt(tree, "subselect", "SelectStmt") : undefined;
    return query !== undefined && speaksOf(query, rows, [], known);
  });
}

/**
 * Only rows that every server could find alone are joined there: those of large tables, plain or by agent, with copied
 * tables. Others are complete before the join, and so are rows after OFFSET or LIMIT.
 */
function joinsFilteredUnion(select: Tree): boolean {
  const byAgent = equalities([select.fromClause, select.whereClause]).some(
    ([a, b]) => a.at(-1) === DISTRIBUTED_BY && b.at(-1) === DISTRIBUTED_BY,
  );
  if (byAgent) return false;
  const relations = [...trees(from(select), (name) => !/^Range/.test(name) && name !== "quals")];
  const others = relations.filter(([name, tree]) => /^Range/.test(name) && !copied.has(String(tree.relname)));
  const unions = others.filter(([, tree]) => {
    const query = treeAt(tree, "subquery", "SelectStmt");
    return query !== undefined && isFilteredUnion(query);
  });
  return unions.length > 0 && others.length > unions.length;
}

function isFilteredUnion(query: Tree): boolean {
  if (query.limitCount !== undefined || query.limitOffset !== undefined) return false;
  if (query.op === "SETOP_UNION" && query.all === true) {
    const branches = branchesOf(query);
    return branches.every(readsLarge) && branches.some((branch) => branch.whereClause !== undefined);
  }
  const groups = listAt(query, "groupClause");
  const isByAgent = groups.some((column) => lastOf(column) === DISTRIBUTED_BY);
  if (groups.length > 0 ? !isByAgent : !sendsRows(query)) return false;
  const only = from(query).map((each) => treeAt(each, "RangeSubselect", "subquery", "SelectStmt"));
  return only.length === 1 && only[0] !== undefined && isFilteredUnion(only[0]);
}

const branchesOf = (union: Tree): Tree[] =>
  [treeAt(union, "larg"), treeAt(union, "rarg")].flatMap((branch) =>
    branch === undefined ? [] : branch.op === "SETOP_UNION" ? branchesOf(branch) : [branch],
  );

/** A branch that returns plain rows must select the agent; filtered or aggregated branches return few rows. */
function agentless(union: Tree): boolean {
  return [treeAt(union, "larg"), treeAt(union, "rarg")].some(
    (branch) =>
      branch !== undefined &&
      branch.op === "SETOP_NONE" &&
      readsLarge(branch) &&
      sendsRows(branch) &&
      !saysAgent(branch),
  );
}

const AGGREGATES = new Set(["sum", "count", "min", "max", "bool_or"]);
const sendsRows = (branch: Tree): boolean =>
  [branch.distinctClause, branch.groupClause, branch.limitCount].every((clause) => clause === undefined) &&
  !listAt(branch, "targetList").some((target) =>
    [...trees(target)].some(([name, tree]) => name === "FuncCall" && AGGREGATES.has(calledBy(tree))),
  );
const saysAgent = (branch: Tree): boolean =>
  listAt(branch, "targetList").some((target) => [DISTRIBUTED_BY, "*"].includes(nameOf(target)));

function joinsWithoutAgent(select: Tree): boolean {
  const tables = tablesOf(from(select)).filter(({ name }) => isLarge(name));
  if (tables.length < 2) return false;
  const using = [...trees(from(select))].filter(
    ([name, tree]) => name === "usingClause" && [...trees(tree)].some(([, each]) => each.sval === DISTRIBUTED_BY),
  );
  const joined = equalities([select.fromClause, select.whereClause]).filter(
    ([a, b]) => a.at(-1) === DISTRIBUTED_BY && b.at(-1) === DISTRIBUTED_BY && a[0] !== b[0],
  );
  return joined.length + using.length < tables.length - 1;
}

/** Whether two rows may tie: the order ends without an id and leaves out selected columns. */
function isLoose(select: Tree): boolean {
  const targets = listAt(select, "targetList").map((target) => treeAt(target, "ResTarget", "val"));
  const order = listAt(select, "sortClause").map((each) => {
    const node = treeAt(each, "SortBy", "node");
    const place = treeAt(node, "A_Const", "ival")?.ival;
    return typeof place === "number" ? targets[place - 1] : node;
  });
  if (order.length === 0 || !largeIn(select)) return false;
  const last = lastOf(order.at(-1)) ?? "";
  if (/(^|_)id$|Id$|^(seq|h|key)$/.test(last)) return false;
  const sorted = order.map((node) => spelled(node));
  const isSorted = (node: Tree | undefined) => sorted.includes(spelled(node));
  const groups = listAt(select, "groupClause");
  if (groups.length > 0 && groups.every(isSorted)) return false;
  return targets.length === 0 || !targets.every(isSorted);
}

/** A tree without positions in the text. */
const spelled = (tree: unknown): string =>
  JSON.stringify(tree, (key, value: unknown) => (key === "location" || key === "typmod" ? undefined : value));

export const commandsIn = (text: string): string[] => {
  const bytes = Buffer.from(text);
  return parsed(text).map(({ stmt_location: at = 0, stmt_len: length }) =>
    bytes
      .subarray(Number(at), length === undefined ? undefined : Number(at) + Number(length))
      .toString()
      .trim(),
  );
};
