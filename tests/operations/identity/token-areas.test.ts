import { describe, expect, it } from "vitest";
import { areaOf, contract, find, moduleOf } from "~/http/contract/index.server";
import { modules } from "~/http/document/modules";
import { requirePermission } from "../../../server/kernel/operation/permission";
import {
  type Actor,
  anyone,
  type Area,
  areaRoles,
  areas,
  levels,
  system,
} from "../../../server/kernel/operation/roles";
import * as agents from "../../../server/agents";

/** The area of every call, and the answer of every call to a token of each area. */

const lines = Object.entries(contract).map(([line, { operation }]) => ({ line, operation }));
const guarded = lines.filter(({ operation }) => operation.allow !== anyone);

const below = { ...system, permissions: [], agentId: 1, companyId: 1 };
/** The lowest role first. */
const people: readonly Actor[] = [
  { ...below, role: levels.agent },
  { ...below, role: levels.company },
  { ...below, role: levels.admin, permissions: system.permissions },
  { ...system, designated: true },
];
const lowest = ({ operation }: (typeof lines)[number]) => people.find((actor) => operation.allow.admits(actor))!;

/** "done", or the refusal, of a call by somebody whose role may make it. */
function outcome(call: (typeof lines)[number], limits: Partial<Actor>): string {
  const [method = "", path = ""] = call.line.split(" ");
  const found = find(method, path.replaceAll(/\{\w+\}/g, "1"));
  if (!found || "allow" in found) throw new Error(`${call.line} is no call`);
  // Fixed segments come before parameters: the address leads to the call itself.
  expect(found.entry).toBe(contract[call.line]);
  try {
    requirePermission(call.operation, { ...lowest(call), ...limits }, { area: found.area });
    return "done";
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return `${status} ${message}`;
  }
}

it("every call that needs a token is in one area, its module; the others are in none [AUTH-36]", () => {
  for (const { line, operation } of lines) {
    expect([line, areaOf(line)]).toEqual([line, operation.allow === anyone ? undefined : moduleOf(line)]);
  }
  expect(new Set(guarded.map(({ line }) => areaOf(line)))).toEqual(new Set(areas));
  expect(Object.keys(modules).filter((name) => !areas.some((area) => area === name))).toEqual(["site-calls"]);
});

it("each area names the lowest role that has calls in it, so that a form offers no empty ones", () => {
  const roles = areas.map((area) => {
    const calls = guarded.filter(({ line }) => areaOf(line) === area);
    return [area, Math.max(...calls.map((call) => lowest(call).role))] as const;
  });
  expect(roles).toEqual(areas.map((area) => [area, levels[areaRoles[area]]]));
});

describe("a token that is limited to one area", () => {
  it.each(areas)("%s makes the calls of it, and gets 403 from every other one [AUTH-36]", (area: Area) => {
    for (const call of guarded) {
      const { line, operation } = call;
      const refused = `403 This token may only use the areas ${area}; it may not ${operation.does}, which is in the area ${areaOf(line)}.`;
      expect([line, outcome(call, { areas: [area] })]).toEqual([line, areaOf(line) === area ? "done" : refused]);
    }
  });

  it.each(areas)("%s changes nothing there with scope read [AUTH-36]", (area: Area) => {
    for (const call of guarded.filter(({ line }) => areaOf(line) === area)) {
      const { line, operation } = call;
      const isRead = operation.kind !== "command" || operation.type === "AUTH";
      const expected = isRead ? "done" : `403 This token may only read; it may not ${operation.does}.`;
      expect([line, outcome(call, { areas: [area], scope: "read" })]).toEqual([line, expected]);
    }
  });
});

it("a token of several areas makes the calls of each, and one without areas makes all calls", () => {
  const limited = { areas: ["logs", "reports"] } as const;
  for (const call of guarded) {
    const isInside = ["logs", "reports"].includes(areaOf(call.line) ?? "");
    expect([call.line, outcome(call, limited) === "done"]).toEqual([call.line, isInside]);
    for (const all of [undefined, null]) expect(outcome(call, { areas: all })).toBe("done");
  }
});

it("a limited token opens no screen and no export, which are in no area [AUTH-36]", () => {
  for (const operation of [agents.listScreen, agents.exportAgents]) {
    expect(() => requirePermission(operation, { ...system, areas: [...areas] }, {})).toThrow(
      `This token may only use the areas ${areas.join(", ")}; it may use no screens.`,
    );
  }
});
