import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { HELD } from "../../server/tracking/postbacks/held";
import { canReplay, REASONS } from "../../server/tracking/postbacks/outcomes";
import { postbackAnswers } from "../../server/tracking/postbacks/reference";

/** `docs/postbacks.md` explains every reason with which a postback is refused or pending, as the code answers it. */

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "server/tracking/postbacks");
const read = (file: string): string => readFileSync(file, "utf8");
const page = read(join(root, "docs/postbacks.md"));
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: read(join(folder, name)) }));
const sourceOf = (name: string): string => sources.find((source) => source.name === name)?.text ?? "";

/** Texts in these files that are not an answer of their own. */
const NOT_ANSWERED = new Set([
  "The event counts only if the network releases it. Please ask your contact.",
  "Authorization: Bearer",
  "The request ended before it was whole.",
  "Postbacks by verdict.",
  "Time from a postback to its response.",
]);

type Row = Partial<Record<string, string>> & { reason: string };

/** The rows of the tables under a heading, by the heading of their column. */
function rowsUnder(heading: string): Row[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const [head = [], ...rows] = [...section.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
  return rows.map((cells) => ({
    reason: "",
    ...Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""])),
  }));
}

const refused = rowsUnder("Refused");
const undecided = rowsUnder("Refused and not decided");
const pending = rowsUnder("Pending");
const rows = [...refused, ...undecided, ...pending];
const reasonOf = ({ reason }: Row): string => reason.replaceAll("`", "");
const reasonsOf = (some: Row[]): string[] => [...new Set(some.map(reasonOf))].sort();

/** The names of a type that is a union of texts, or the numbers of a property that is a union of numbers. */
const namesOf = (file: string, declared: RegExp): string[] =>
  [...(declared.exec(sourceOf(file))?.[1] ?? "").matchAll(/"(\w+)"|(\d+)/g)].map(
    ([, name, number]) => name ?? number ?? "",
  );

describe("the tables of docs/postbacks.md", () => {
  test("a reason that the code knows and no table explains is reported", () => {
    const gates = namesOf("response.ts", /type GateReason = ([^;]+);/);
    expect(gates.length).toBeGreaterThan(2);
    expect(reasonsOf(pending)).toEqual(Object.keys(HELD).sort());
    expect(reasonsOf(undecided)).toEqual(gates.sort());
    expect(reasonsOf(refused)).toEqual(
      Object.keys(REASONS)
        .filter((reason) => !(reason in HELD))
        .sort(),
    );
  });

  test("a status that a reason is answered with is in its rows", () => {
    const stated = (reason: string): number[] =>
      refused
        .filter((row) => reasonOf(row) === reason)
        .flatMap(({ status = "" }) => status.split(", "))
        .map(Number);
    for (const { verdict, reason, status } of postbackAnswers) {
      if (verdict === "refused" && reason)
        expect([reason, stated(reason)]).toEqual([reason, expect.arrayContaining([status])]);
    }
    const unreadable = namesOf("reading/body.ts", /status: ([\d |]+);\n/).map(Number);
    expect(unreadable.length).toBeGreaterThan(4);
    const all = [...stated("malformed"), ...stated("bad_secret")];
    expect(unreadable.filter((status) => !all.includes(status))).toEqual([]);
  });

  test("a sentence that no code answers is reported", () => {
    const code = sources.map(({ text }) => text).join("\n");
    const wrong = rows.flatMap((row) =>
      [...(row["the answer says"] ?? "").matchAll(/"([^"]+)"/g)]
        .map(([, sentence = ""]) => sentence)
        .filter((sentence) => !code.includes(sentence.replace(/\.$/, "")))
        .map((sentence) => `${row.reason}: ${sentence}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a sentence that the code answers and no row quotes is reported", () => {
    const quoted = rows.flatMap((row) =>
      [...(row["the answer says"] ?? "").matchAll(/"([^"]+?)\.?"/g)].map(([, text = ""]) => text),
    );
    const files = ["decide.ts", "assess.ts", "held.ts", "reading/request.ts", "reading/body.ts", "reply.ts"];
    const answered = files.flatMap((name) =>
      [...sourceOf(name).matchAll(/["`]([A-Z][^"`\n]{20,}[^"`\n]*)["`]/g)]
        .map(([, text = ""]) => text)
        .filter((text) => / /.test(text) && !NOT_ANSWERED.has(text))
        .map((text) => ({ name, text })),
    );
    expect(answered.length).toBeGreaterThan(15);
    const unquoted = answered.filter(({ text }) => !quoted.some((quote) => text.includes(quote)));
    expect(unquoted).toEqual([]);
  });

  test("a row that says the opposite of the code about replaying is reported", () => {
    const wrong = [...refused, ...pending].filter(({ reason, replay = "" }) => {
      const name = reason.replaceAll("`", "");
      const verdict = name in HELD ? "held" : "refused";
      const can = name !== "spooled" && canReplay({ verdict, reason: name, siteId: 1, eventId: null });
      return ["yes", "no"].includes(replay) ? (replay === "yes") !== can : can || name !== "bad_geo";
    });
    expect(wrong).toEqual([]);
  });

  test("a row that names a file without its reason, or leaves a cell empty, is reported", () => {
    const wrong = rows.filter((row) => {
      const files = [...(row["decided in"] ?? "").matchAll(/\[`([^`]+)`\]/g)].map(([, name = ""]) => sourceOf(name));
      const isNamed = files.some((text) => new RegExp(`\\b${reasonOf(row)}\\b`).test(text));
      return !isNamed || Object.values(row).some((cell) => cell?.trim() === "");
    });
    expect(wrong).toEqual([]);
  });
});
