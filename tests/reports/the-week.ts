import { aClick, type Agent, anAdmin, anAgent, anOffice, aReversal, aSale, aSite, type Type } from "../world/builders";

/**
 * A week around the clock change of March 2026 (Sunday the 8th has 23 hours) with totals calculated by hand.
 *
 * | day   | agent (office) | link        | clicks (uniques)    | sales            | bonuses |
 * |-------|----------------|-------------|---------------------|------------------|---------|
 * | Fri 6 | ada (North)    | quick       | 2 (1)               | 1                |         |
 * | Sat 7 | ada (North)    | quick       | 1 (1)               |                  | 1       |
 * | Sun 8 | ada (North)    | slow        | 3 (2), 1 bot        | 2                |         |
 * | Mon 9 | bob (North)    | quick       | 1 (1)               | 1, 1 reversed    |         |
 * | Mon 9 | cid (South)    | slow        | 4 (4)               |                  |         |
 *
 * A sale pays 20.00 dollars and 1 point, a bonus 10.00 dollars and 2 points; slow's sale 0.10 dollars and 3 points.
 */
/** With a password, the admin, the manager of North and its agents can sign in. */
export async function theWeek({ password }: { password?: string } = {}) {
  const admin = await anAdmin({ password, ...(password && { username: "adm" }) });
  const north = await anOffice({ officeName: "North", password, ...(password && { username: "man" }) });
  const south = await anOffice({ officeName: "South" });
  const ada = await anAgent({ office: north, username: "ada", password, firstName: "Ada", lastName: "Berg" });
  const bob = await anAgent({ office: north, username: "bob", firstName: "Bob", lastName: "Dahl" });
  const cid = await anAgent({ office: south, username: "cid", firstName: "Cid", lastName: "Ek" });
  const site = await aSite({
    sitename: "Lantern",
    enabledFor: [north, south],
    types: [
      { typename: "quick", bonus: true },
      { typename: "slow", price: { earning: 0.1, lpp: 3 } },
    ],
  });
  const [quick, slow] = site.types;
  if (!quick || !slow) throw new Error("The site has no links.");

  await clicks(ada, quick, ["2026-03-06T15:00Z"]);
  const first = await aClick({ agent: ada, type: quick, at: "2026-03-06T15:01Z", unique: false });
  await aSale({ agent: ada, type: quick, click: first, at: "2026-03-07T04:59:59.999Z" });
  await clicks(ada, quick, ["2026-03-07T05:00Z"]);
  await aSale({ agent: ada, type: quick, click: first, event: "bonus", at: "2026-03-07T12:00Z" });
  // The day begins at 05:00Z and, after the clock change, ends at 04:00Z.
  await clicks(ada, slow, ["2026-03-08T05:00Z", "2026-03-09T03:59:59.999Z"]);
  const repeated = await aClick({ agent: ada, type: slow, at: "2026-03-08T18:00Z", unique: false, geo: "DE" });
  await aClick({ agent: ada, type: slow, at: "2026-03-08T19:00Z", class: "bot" });
  await aSale({ agent: ada, type: slow, click: repeated, at: "2026-03-08T20:00Z" });
  await aSale({ agent: ada, type: slow, click: repeated, at: "2026-03-08T21:00Z", geo: "FR" });
  const bobs = await aClick({ agent: bob, type: quick, at: "2026-03-09T04:00Z" });
  await aSale({ agent: bob, type: quick, click: bobs, at: "2026-03-09T15:00Z" });
  const taken = await aSale({ agent: bob, type: quick, click: bobs, at: "2026-03-09T16:00Z" });
  await aReversal(taken, { at: "2026-03-10T03:59:59Z" });
  await clicks(cid, slow, ["2026-03-09T14:00Z", "2026-03-09T15:00Z", "2026-03-09T16:00Z", "2026-03-10T03:59Z"]);

  return { admin, north, south, ada, bob, cid, site, quick, slow };
}

async function clicks(agent: Agent, type: Type, times: string[]): Promise<void> {
  for (const at of times) await aClick({ agent, type, at });
}
