import { beforeAll, expect, test } from "vitest";
import { readTransaction, queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { upload } from "../../server/uploads";
import { ask } from "../reports/ask";
import { type Account, anAdmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aPicture } from "../world/pictures";

// Each operation uses its own connection, as with several people.
let people: Account[];

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  people = [await anAdmin(), await anAdmin(), await anAdmin()];
});

test("an image that three people add at once is stored once, without a fault [WIDGET-23]", async () => {
  for (let round = 0; round < 5; round++) {
    const bytes = await aPicture("png", { width: 10 + round, height: 10 });
    const image = new File([bytes as Uint8Array<ArrayBuffer>], "x.png", { type: "image/png" });
    const [first, ...others] = await Promise.all(people.map(({ actor }) => ask(upload, actor, { image })));
    expect(others).toEqual([first, first]);
    const name = first!.url.replace("/images/", "");
    expect(await readTransaction(() => queryRows(sql`SELECT FROM audit WHERE record_id = ${name}`))).toHaveLength(1);
  }
});
