/** A statement parsed by PostgreSQL's own parser: nested objects, each node under the name of its kind. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;
export const treeAt = (tree: Tree | undefined, ...path: string[]): Tree | undefined => {
  let at: unknown = tree;
  for (const key of path) at = isTree(at) ? at[key] : undefined;
  return isTree(at) ? at : undefined;
};
export const listAt = (tree: Tree | undefined, ...path: string[]): Tree[] => {
  const found: unknown = treeAt(tree, ...path);
  return Array.isArray(found) ? found.filter(isTree) : [];
};

/** Every subtree with the name of its key, the tree itself first. `into` decides which names are descended into. */
export function* trees(
  tree: unknown,
  into: (name: string, tree: Tree) => boolean = () => true,
  name = "",
): Generator<[name: string, tree: Tree]> {
  if (Array.isArray(tree)) {
    for (const each of tree) yield* trees(each, into, name);
    return;
  }
  if (!isTree(tree)) return;
  yield [name, tree];
  if (!into(name, tree)) return;
  for (const [key, value] of Object.entries(tree)) yield* trees(value, into, key);
}

export const isSelect = (tree: Tree): boolean => typeof tree.op === "string" && tree.op.startsWith("SETOP_");
export const isTable = (tree: Tree): boolean => typeof tree.relname === "string";

/** The parts of a column's name, with "*" for a star. */
export const columnOf = (tree: Tree | undefined): string[] =>
  listAt(tree, "ColumnRef", "fields").map((field) => String(treeAt(field, "String")?.sval ?? "*"));
export const lastOf = (tree: Tree | undefined): string | undefined => columnOf(tree).at(-1);

/** The name of the called function. */
export const calledBy = (call: Tree): string => String(treeAt(listAt(call, "funcname").at(-1), "String")?.sval ?? "");

/** The name of a result column. */
export const nameOf = (target: Tree): string => {
  const { name } = treeAt(target, "ResTarget") ?? {};
  return typeof name === "string" ? name : (lastOf(treeAt(target, "ResTarget", "val")) ?? "");
};

/** Tables of FROM, including joined ones, without those of subqueries. */
export function tablesOf(from: readonly Tree[]): { name: string; alias: string }[] {
  const found = [...trees(from, (name) => name !== "RangeSubselect" && name !== "quals" && name !== "SubLink")];
  return found
    .filter(([, tree]) => isTable(tree))
    .map(([, tree]) => ({
      name: String(tree.relname),
      alias: String(treeAt(tree, "alias")?.aliasname ?? tree.relname),
    }));
}

/** The aliases of the relations in FROM. */
export function aliasesOf(from: readonly Tree[]): string[] {
  const inner = [...trees(from, (name) => name !== "subquery" && name !== "quals" && name !== "SubLink")];
  const named = inner.flatMap(([, tree]) => {
    const name = treeAt(tree, "alias")?.aliasname;
    return typeof name === "string" ? [name] : [];
  });
  return [...named, ...tablesOf(from).map(({ alias }) => alias)];
}

/** Comparisons `a.column = b.column` outside subqueries, as the parts of both columns. */
export function equalities(tree: unknown): [string[], string[]][] {
  const found: [string[], string[]][] = [];
  for (const [name, node] of trees(tree, (key) => key !== "SubLink" && key !== "RangeSubselect")) {
    if (name !== "A_Expr" || treeAt(listAt(node, "name")[0], "String")?.sval !== "=") continue;
    const [left, right] = [columnOf(treeAt(node, "lexpr")), columnOf(treeAt(node, "rexpr"))];
    if (left.length > 0 && right.length > 0) found.push([left, right]);
  }
  return found;
}
