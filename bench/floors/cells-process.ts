import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { load } from "cheerio";
import type { CellsCost, CellsOrder } from "./cells";

/** A process that renders cells by React alone. */
export function startCells(): ChildProcess {
  return fork("bench/floors/cells.tsx", {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
}

export async function renderCells(child: ChildProcess, order: CellsOrder): Promise<CellsCost> {
  const answer = once(child, "message") as Promise<[CellsCost]>;
  child.send(order);
  const [cost] = await answer;
  return cost;
}

/** The texts in the tables of a page, without those of its controls. */
export function cellsIn(html: string): string[][] {
  const $ = load(html);
  $("button, input, select, option, script, style").remove();
  const rows = $("main tr")
    .toArray()
    .map((row) =>
      $(row)
        .children("th, td")
        .toArray()
        .map((cell) => $(cell).text().trim()),
    );
  if (rows.length === 0) throw new Error("The page has no table.");
  return rows;
}
