import { beforeAll, expect, test } from "vitest";
import { readTransaction, queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { upload } from "../../server/uploads";
import { reEncode } from "../../server/uploads/re-encode";
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

test("an account with an image in work and five that wait gets 429 for the next one, and others add theirs meanwhile", async () => {
  const [{ actor: many, accountId }, { actor: other }] = [people[0]!, people[1]!];
  const bytes = new Uint8Array(await aPicture("png"));
  const image = new File([bytes], "x.png", { type: "image/png" });
  let isOver = false;
  const keepOneWaiting = async () => {
    while (!isOver) await reEncode(bytes, accountId);
  };
  const six = Array.from({ length: 6 }, keepOneWaiting);
  const refusal = { status: 429, message: "5 of your images are waiting already. Please try again in 10 seconds." };
  await expect(ask(upload, many, { image })).rejects.toMatchObject(refusal);
  const { url } = await ask(upload, other, { image });
  isOver = true;
  await Promise.all(six);
  expect(await ask(upload, many, { image })).toMatchObject({ url });
});
