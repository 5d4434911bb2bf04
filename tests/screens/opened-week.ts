import { expect } from "vitest";
import { theWeek } from "../reports/the-week";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { signedIn, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";

type Week = Awaited<ReturnType<typeof theWeek>>;
export type OpenedWeek = {
  url: string;
  people: Readonly<Record<string, Visitor>>;
  open(path: string, name?: string): Promise<string>;
};

/** A server over the known week and what `more` adds, with its admin, manager and first agent signed in. */
export async function openedWeek(more: (week: Week) => Promise<unknown> = async () => undefined): Promise<OpenedWeek> {
  const database = await aDatabase();
  await database.enter();
  await more(await theWeek({ password: PASSWORD }));
  const server = await aServer({ workers: 0, database });
  const people: Record<string, Visitor> = {};
  for (const name of ["adm", "man", "ada"]) people[name] = await signedIn(server.url, name);
  return {
    url: server.url,
    people,
    async open(path, name = "adm") {
      const visit = await people[name]!.get(path);
      expect(visit.status, visit.html).toBe(200);
      return visit.html;
    },
  };
}
