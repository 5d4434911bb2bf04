import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type ActDefinition, type Acts, instantActs, possibleActs } from "../../app/components/table/acts";

const COMPONENTS = "app/components";

/** Each table of acts with its name. */
async function allKinds(): Promise<[string, Acts][]> {
  const files = readdirSync(COMPONENTS)
    .map((area) => resolve(COMPONENTS, area, "acts.ts"))
    .filter((file) => existsSync(file) && !file.endsWith("table/acts.ts"));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, Acts>>));
  return modules.flatMap((module) => Object.entries(module));
}

test("the inverse of an act is of the same kind, changes the same back, and is undone by the act", async () => {
  const kinds = await allKinds();
  expect(kinds.length).toBeGreaterThan(10);
  const wrong = kinds.flatMap(([kind, acts]) =>
    Object.entries<ActDefinition>(acts)
      .filter(([, { undo }]) => undo)
      .filter(([intent, { change = {}, undo }]) => {
        const inverse = acts[undo?.by ?? ""];
        const [back = {}, names] = [inverse?.change, Object.keys(change)];
        return (
          inverse?.undo?.by !== intent ||
          names.join() !== Object.keys(back).join() ||
          names.some((name) => change[name] === back[name])
        );
      })
      .map(([intent]) => `${kind}.${intent}`),
  );
  expect(wrong).toEqual([]);
});

const acts = {
  suspend: { label: "Suspend", change: { active: false }, undo: { by: "activate", done: "was suspended." } },
  activate: { label: "Activate", change: { active: true }, undo: { by: "suspend", done: "was activated." } },
  approve: { label: "Approve", can: "approveAgents", when: ({ approved }: { approved: boolean }) => !approved },
} satisfies Acts<{ approved: boolean }>;

test("a record has the acts that change something, whose condition it meets and that the account may do", () => {
  const possible = (active: boolean, approved: boolean, approveAgents: boolean) =>
    possibleActs(acts, { active, approved }, { approveAgents }).map(({ intent }) => intent);
  expect(possible(true, true, true)).toEqual(["suspend"]);
  expect(possible(false, false, true)).toEqual(["activate", "approve"]);
  expect(possible(false, false, false)).toEqual(["activate"]);
});

test("a row shows at once those acts that can be undone", () => {
  expect(Object.keys(instantActs(acts))).toEqual(["suspend", "activate"]);
});
