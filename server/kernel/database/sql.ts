import type { PoolClient } from "pg";
import type { Attributes, Model, ModelStatic } from "sequelize";
import { folded } from "../text/characters";

/**
 * A statement and its bound values. Values never become part of the text: `sql` binds them. Parts that are not values
 * (a sort column, an optional condition) are `sql` fragments written in the source.
 */
export class Statement {
  constructor(
    private readonly texts: readonly string[],
    private readonly parts: readonly unknown[],
  ) {}

  /** The text with placeholders $1 …, and the values in that order. Appends to `values` and numbers from its length. */
  bind(values: unknown[] = []): { text: string; values: unknown[] } {
    let text = this.texts[0] ?? "";
    this.parts.forEach((part, i) => {
      if (part instanceof Statement) text += part.bind(values).text;
      else text += `$${values.push(part)}`;
      text += this.texts[i + 1] ?? "";
    });
    return { text, values };
  }

  /** The text of a statement without bound values. Throws if it has any. */
  get text(): string {
    const { text, values } = this.bind();
    if (values.length > 0) throw new Error(`This statement has values: ${text}`);
    return text;
  }
}

/** `sql\`SELECT … WHERE id = ${id}\``: each `${}` is a bound value or a nested statement. */
export const sql = (texts: TemplateStringsArray, ...parts: unknown[]): Statement => new Statement(texts, parts);
export const nothing = sql``;
/** A condition that is always true. `all` drops it. */
export const always = sql`TRUE`;

/** An integer inlined into the text, because a bound value would not match the condition of a partial index. */
export function constant(value: number): Statement {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`);
  return new Statement([String(value)], []);
}

/** A name from the source code inlined into the text: a column or a JSON key. Throws if it is not a plain name. */
export function identifier(name: string): Statement {
  if (!/^[a-z_]\w*$/i.test(name)) throw new Error(`Not an SQL name: ${name}`);
  return new Statement([name], []);
}

type Table = { getAttributes(): Record<string, { field?: string }> };

/** The column name of a model's attribute, for `WHERE` and `ORDER BY`. */
export function column(model: Table, attribute: string): Statement {
  return new Statement([fieldOf(model, attribute)], []);
}

function fieldOf(model: Table, attribute: string): string {
  const field = model.getAttributes()[attribute]?.field;
  if (field === undefined) throw new Error(`There is no column for ${attribute}.`);
  return field;
}

type Column = { expression: string; name: string };

/** A SELECT list and the type of its rows. The text is built on first use, because models are defined later. */
export class Selection<Row> extends Statement {
  declare readonly row: Row;
  private cached?: string;

  constructor(
    private readonly columns: () => Column[],
    private readonly written = ({ expression, name }: Column): string => `${expression} AS "${name}"`,
  ) {
    super([], []);
  }

  override bind(values: unknown[] = []): { text: string; values: unknown[] } {
    return { text: (this.cached ??= this.columns().map(this.written).join(", ")), values };
  }

  /** The columns as arguments of `json_build_object`, which returns dates as strings. */
  get pairs(): Statement {
    return new Selection(this.columns, ({ expression, name }) => `'${name}', ${expression}`);
  }
}

/** The row that a selection returns. */
export type RowOf<S extends Selection<unknown>> = S["row"];
/** The row of a table in a LEFT JOIN. */
export type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/**
 * Selects columns of a model under their attribute names: `agents.first_name AS "firstName"`. `from` is the alias of
 * the table in the statement. `as` adds columns under other names: `{ date: "occurredAt" }`.
 */
export function selectColumns<
  M extends Model,
  const Name extends keyof Attributes<M> & string = never,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- without `as`, no column is added
  const Renamed extends Readonly<Record<string, keyof Attributes<M> & string>> = Record<never, never>,
>(
  model: ModelStatic<M>,
  names: readonly Name[],
  { from, as }: { from?: string; as?: Renamed } = {},
): Selection<Pick<Attributes<M>, Name> & { [As in keyof Renamed]: Attributes<M>[Renamed[As]] }> {
  const columns = [...names.map((name) => [name, name] as const), ...Object.entries(as ?? {})];
  return new Selection(() =>
    columns.map(([name, attribute]) => ({
      expression: `${from ?? model.tableName}.${fieldOf(model, attribute)}`,
      name,
    })),
  );
}

export function join(pieces: readonly Statement[], separator: Statement = sql`, `): Statement {
  const texts = pieces.length === 0 ? [""] : ["", ...Array<string>(pieces.length * 2 - 1).fill("")];
  return new Statement(
    texts,
    pieces.flatMap((piece, i) => (i === 0 ? [piece] : [separator, piece])),
  );
}

/** The conditions joined with AND, or TRUE if there are none. Drops `undefined`, `null`, `false` and `always`. */
export function all(conditions: readonly (Statement | undefined | false | null)[]): Statement {
  const present = conditions.filter((piece): piece is Statement => piece instanceof Statement && piece !== always);
  return present.length === 0
    ? always
    : join(
        present.map((piece) => sql`(${piece})`),
        sql` AND `,
      );
}

/** A LIKE pattern that matches `text` literally, anywhere in the value. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Whether a name contains the text, whatever the case, accents and width of both. */
export function contains(name: Statement, text: string): Statement {
  const part = folded(text);
  return part === "" ? sql`FALSE` : sql`folded(${name}) LIKE ${likePattern(part)}`;
}

export type Client = Pick<PoolClient, "query">;
