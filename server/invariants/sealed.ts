import { opens, readSealed, sealedColumns } from "../keys";
import type { Check } from "./finding";

const BATCH = 1_000;

/** Checks that the keys of this server open every sealed value. */
export const sealed: Check[] = sealedColumns.map((column) => async () => {
  let [count, example] = [0, ""];
  let values = await readSealed(column, { limit: BATCH });
  while (values.length > 0) {
    for (const value of values) {
      if (opens(column, value)) continue;
      count += 1;
      example ||= column.holder(value.owner);
    }
    values = await readSealed(column, { after: values.at(-1), limit: BATCH });
  }
  return count === 0 ? [] : [{ says: `${column.says} that DATA_KEY cannot decrypt`, count, example }];
});
