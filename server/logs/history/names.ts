import { type Attributes, type Model, type ModelStatic } from "sequelize";
import { Office, Site, Type } from "~models";
import type { Actor } from "../../kernel/operation/roles";

/** Names of records to which a change refers by id, by field and id: { siteIds: { "3": "Roses" } }. */
export type Names = Record<string, Record<string, string>>;

type State = { before: unknown; after: unknown };

/** Fields with ids of other records. */
const REFERENCES: readonly { fields: readonly string[]; namesOf: (actor: Actor, ids: number[]) => Promise<Named[]> }[] =
  [
    {
      fields: ["siteId", "siteIds"],
      namesOf: (actor, id) => named(Site, "sitename", { ...Site.visibleTo(actor), id }),
    },
    {
      fields: ["companyId", "enabledFor"],
      namesOf: (actor, id) => named(Office, "officeName", { ...Office.visibleTo(actor), id }),
    },
    { fields: ["typeId"], namesOf: (actor, id) => named(Type, "typename", { ...Type.visibleTo(actor), id }) },
  ];

type Named = { id: number; name: string };
type Scope = { where?: object; include?: object[]; id: number[] };

async function named<M extends Model & { id: number }>(
  model: ModelStatic<M>,
  name: keyof Attributes<M> & string,
  { where, include, id }: Scope,
): Promise<Named[]> {
  const records = await model.findAll({
    attributes: ["id", name],
    where: { ...where, id } as never,
    include: include as never,
  });
  return records.map((record) => ({ id: record.id, name: String(record.get(name)) }));
}

/** The names that the actor can see. An id without a name stays an id. */
export async function namesIn(actor: Actor, states: readonly State[]): Promise<Names> {
  const values = states.flatMap(({ before, after }) => [before, after]).filter((value) => isObject(value));
  const names: Names = {};
  for (const { fields, namesOf } of REFERENCES) {
    const ids = [...new Set(fields.flatMap((field) => values.flatMap((value) => idsIn(value[field]))))];
    if (ids.length === 0) continue;
    const found = Object.fromEntries((await namesOf(actor, ids)).map(({ id, name }) => [String(id), name]));
    for (const field of fields) names[field] = found;
  }
  return names;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === "number" && Number.isInteger(id));
