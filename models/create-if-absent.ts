import { type CreationAttributes, EmptyResultError, type Model, type ModelStatic } from "sequelize";

/**
 * Creates the record unless its key is taken, and returns whether it did. Of several concurrent callers one creates it;
 * the others wait until its transaction has ended.
 */
export async function createIfAbsent<M extends Model>(
  model: ModelStatic<M>,
  values: CreationAttributes<M>,
): Promise<boolean> {
  try {
    await model.create(values, { ignoreDuplicates: true });
    return true;
  } catch (error) {
    if (error instanceof EmptyResultError) return false;
    throw error;
  }
}
