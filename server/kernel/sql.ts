import type { PoolClient } from "pg";
import type { Attributes, Model, ModelStatic } from "sequelize";

/**
 * A statement and its bound values. Values never become text of the statement: `sql` binds them, and pieces that
 * are not values (a column to sort by, an optional condition) are `sql` fragments written in the source.
 */
export class Statement {
  constructor(
    private readonly texts: readonly string[],
    private readonly parts: readonly unknown[],
  ) {}

  /** The text with $1 … and the values in their order. */
  bind(values: unknown[] = []): { text: string; values: unknown[] } {
    let text = this.texts[0] ?? "";
    this.parts.forEach((part, i) => {
      if (part instanceof Statement) text += part.bind(values).text;
      else text += `$${values.push(part)}`;
      text += this.texts[i + 1] ?? "";
    });
    return { text, values };
  }

  /** The text of a statement without values, for statements that are written as text. */
  get text(): string {
    const { text, values } = this.bind();
    if (values.length > 0) throw new Error(`This statement has values: ${text}`);
    return text;
  }
}

/** `sql\`SELECT … WHERE id = ${id}\``: each `${}` is a bound value, or another statement put in place. */
export const sql = (texts: TemplateStringsArray, ...parts: unknown[]): Statement => new Statement(texts, parts);
export const nothing = sql``;
/** A condition that every row meets; `all` leaves it out. */
export const always = sql`TRUE`;

/** A number of the program as part of the text, as conditions of partial indexes need it. */
export function constant(value: number): Statement {
  if (!Number.isSafeInteger(value)) throw new Error(`This is no whole number: ${value}`);
  return new Statement([String(value)], []);
}

/** A name out of a list of the program as part of the text: of a column, or the key of a JSON object. */
export function identifier(name: string): Statement {
  if (!/^[a-z_]\w*$/i.test(name)) throw new Error(`This is no name in SQL: ${name}`);
  return new Statement([name], []);
}

type Table = { getAttributes(): Record<string, { field?: string }> };

/** The column of a model's attribute, as `WHERE` and `ORDER BY` name it. */
export function column(model: Table, attribute: string): Statement {
  return new Statement([fieldOf(model, attribute)], []);
}

function fieldOf(model: Table, attribute: string): string {
  const field = model.getAttributes()[attribute]?.field;
  if (field === undefined) throw new Error(`There is no column for ${attribute}.`);
  return field;
}

type Column = { expression: string; name: string };

/** Columns for SELECT, and the type of a row of them. The text is made on first use, when the models are defined. */
export class Selection<Row> extends Statement {
  declare readonly row: Row;
  private made?: string;

  constructor(
    private readonly columns: () => Column[],
    private readonly written = ({ expression, name }: Column): string => `${expression} AS "${name}"`,
  ) {
    super([], []);
  }

  override bind(values: unknown[] = []): { text: string; values: unknown[] } {
    return { text: (this.made ??= this.columns().map(this.written).join(", ")), values };
  }

  /** The same as arguments of `json_build_object`, which writes dates as texts. */
  get pairs(): Statement {
    return new Selection(this.columns, ({ expression, name }) => `'${name}', ${expression}`);
  }
}

/** The row that a selection returns. */
export type RowOf<S extends Selection<unknown>> = S["row"];
/** The same of a table that is joined LEFT. */
export type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/**
 * Columns of a model under the names of their attributes: `agents.first_name AS "firstName"`. `from` is the alias of the
 * table in the statement. `as` adds columns under another name: `{ date: "occurredAt" }`.
 */
export function selected<
  M extends Model,
  const Name extends keyof Attributes<M> & string = never,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- without `as` no column is added
  const Renamed extends Readonly<Record<string, keyof Attributes<M> & string>> = Record<never, never>,
>(
  model: ModelStatic<M>,
  names: readonly Name[],
  { from, as }: { from?: string; as?: Renamed } = {},
): Selection<Pick<Attributes<M>, Name> & { [As in keyof Renamed]: Attributes<M>[Renamed[As]] }> {
  const columns = [...names.map((name) => [name, name] as const), ...Object.entries(as ?? {})];
  return new Selection(() =>
    columns.map(([name, of]) => ({ expression: `${from ?? model.tableName}.${fieldOf(model, of)}`, name })),
  );
}

export function join(pieces: readonly Statement[], separator: Statement = sql`, `): Statement {
  const texts = pieces.length === 0 ? [""] : ["", ...Array<string>(pieces.length * 2 - 1).fill("")];
  return new Statement(
    texts,
    pieces.flatMap((piece, i) => (i === 0 ? [piece] : [separator, piece])),
  );
}

/** All of the conditions, or TRUE when there is none. `undefined`, `false` and `always` entries are dropped. */
export function all(conditions: readonly (Statement | undefined | false | null)[]): Statement {
  const kept = conditions.filter((piece): piece is Statement => piece instanceof Statement && piece !== always);
  return kept.length === 0
    ? always
    : join(
        kept.map((piece) => sql`(${piece})`),
        sql` AND `,
      );
}

/** A LIKE pattern that finds `text` literally, anywhere. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export type Client = Pick<PoolClient, "query">;
