import { expect } from "vitest";
import { requireNamedAgent, resolveAgent } from "../../../server/agents";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { anAgent, anOffice } from "../../world/builders";
import { test } from "../../world/rollback";

const data = (similar: string) => ({ data: { agentId: [`There is no such agent.${similar}`] } });

test("a filter takes the only agent whose username or name has the typed text, and lists several", async () => {
  const office = await anOffice();
  const mara = await anAgent({ office, username: "mpell" });
  await anAgent({ office, username: "mprice" });
  await anAgent({ username: "mpelham" });
  await queryRows(sql`UPDATE agents SET first_name = 'Mara', last_name = 'Lind' WHERE id = ${mara.id}`);
  for (const text of ["mpell", "pel", "MARA", "ra li"]) {
    expect(await resolveAgent(office.actor, text), text).toBe(mara.id);
  }
  await expect(resolveAgent(office.actor, "mp")).rejects.toMatchObject(data(" Similar: mpell, mprice."));
  await expect(resolveAgent(office.actor, "x")).rejects.toMatchObject(data(""));
});

test("an act on an agent never guesses who is meant", async () => {
  const office = await anOffice();
  const agent = await anAgent({ office, username: "mpell" });
  expect(await requireNamedAgent(office.actor, "MPELL")).toBe(agent.id);
  await expect(requireNamedAgent(office.actor, "mpel")).rejects.toMatchObject(data(" Similar: mpell."));
});
