import { csvText } from "../kernel/text/csv-file";
import { readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { BySite, orderOf, sortedTypes } from "./by-site";
import { columnsFor, told } from "./file";
import { siteOf } from "./list-screen";

type Asked = { siteId: number; sortField: string; sortAsc: boolean };

/** A site's links as a file that the import can read. */
export const exportTypes = stream({
  name: "types.export",
  does: "export links of a site",
  allow: atLeast("admin"),
  type: "EXPORT",
  input: BySite,
  run: ({ actor }, asked) => lines(actor, asked),
});

async function* lines(actor: Actor, { siteId, ...sort }: Asked): AsyncGenerator<string> {
  const types = await readTransaction(async () => {
    await siteOf(siteId);
    return sortedTypes(actor, siteId, orderOf(actor, sort));
  });
  const columns = columnsFor(actor);
  yield csvText([
    columns,
    ...types.map((type) => {
      const cells: Record<string, unknown> = { ...told(type), id: type.id };
      return columns.map((name) => cellOf(cells[name]));
    }),
  ]);
}

const cellOf = (value: unknown): string | number =>
  typeof value === "boolean" ? Number(value) : ((value as string | number | null | undefined) ?? "");
