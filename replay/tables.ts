/** The figures of the Sites report that do not depend on prices. The keys of `counts` are the report's: "12", "12b". */
export type Figures = { raws: number; uniques: number; sales: number; bonusSales: number; counts: Map<string, number> };

/** The figures by day, office, agent and type. */
export const GROUPINGS = ["date", "company", "agent", "type"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export type Tables = { total: Figures } & Record<Grouping, Map<string, Figures>>;

export const emptyFigures = (): Figures => ({ raws: 0, uniques: 0, sales: 0, bonusSales: 0, counts: new Map() });

export const emptyTables = (): Tables => ({
  total: emptyFigures(),
  date: new Map(),
  company: new Map(),
  agent: new Map(),
  type: new Map(),
});

const ENTRIES = ["raws", "uniques", "sales", "bonusSales"] as const;

/** Adds the figures multiplied by `factor`. */
export function add(target: Figures, figures: Partial<Figures>, factor = 1): void {
  for (const name of ENTRIES) target[name] += factor * (figures[name] ?? 0);
  for (const [key, count] of figures.counts ?? [])
    target.counts.set(key, (target.counts.get(key) ?? 0) + factor * count);
}

export function addToRow(table: Map<string, Figures>, key: string, figures: Partial<Figures>, factor = 1): void {
  const row = table.get(key) ?? emptyFigures();
  table.set(key, row);
  add(row, figures, factor);
}

/** The figures of `after` minus those of `before`. */
export function difference(after: Tables, before: Tables): Tables {
  const result = emptyTables();
  for (const [tables, factor] of [[after, 1] as const, [before, -1] as const]) {
    add(result.total, tables.total, factor);
    for (const grouping of GROUPINGS) {
      for (const [key, figures] of tables[grouping]) addToRow(result[grouping], key, figures, factor);
    }
  }
  return result;
}

export type Unequal = { where: string; figure: string; computed: number; reported: number };

/** Every figure in which the two differ. A missing figure counts as 0. */
export function compare(computed: Tables, reported: Tables): Unequal[] {
  const unequal = compareFigures("all", computed.total, reported.total);
  for (const grouping of GROUPINGS) {
    const keys = new Set([...computed[grouping].keys(), ...reported[grouping].keys()]);
    for (const key of keys) {
      const [mine, theirs] = [computed[grouping].get(key), reported[grouping].get(key)];
      unequal.push(...compareFigures(`${grouping} ${key}`, mine ?? emptyFigures(), theirs ?? emptyFigures()));
    }
  }
  return unequal;
}

function compareFigures(where: string, computed: Figures, reported: Figures): Unequal[] {
  const pairs = ENTRIES.map((name) => [name as string, computed[name], reported[name]] as const);
  for (const key of new Set([...computed.counts.keys(), ...reported.counts.keys()])) {
    pairs.push([`type ${key}`, computed.counts.get(key) ?? 0, reported.counts.get(key) ?? 0]);
  }
  return pairs
    .filter(([, mine, theirs]) => mine !== theirs)
    .map(([figure, mine, theirs]) => ({ where, figure, computed: mine, reported: theirs }));
}
