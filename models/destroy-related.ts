import type { Model, ModelStatic } from "sequelize";

/** Deletes the rows that belong to a record by these associations of its model, in this order. */
export async function destroyRelated(record: Model & { id: number }, names: readonly string[]): Promise<void> {
  const { associations } = record.constructor as ModelStatic<Model>;
  for (const name of names) {
    const relation = associations[name];
    if (!relation) throw new Error(`There is no relation ${name}.`);
    await relation.target.destroy({ where: { [relation.foreignKey]: record.id } });
  }
}
