import type { z } from "zod";
import { readTransaction } from "../../kernel/database/transactions";
import { now } from "../../kernel/periods/now";
import { stream } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/periods";
import { type Actor, holding } from "../../kernel/operation/roles";
import { ScreenFields } from "../reader/criteria";
import { streamLog } from "../reader/stream";
import { CommonCriteria, judgeCommon } from "./judge";
import { type CommonFound, commonLog } from "./kind";
import { CommonRow, commonRows } from "./row";

// The link on the screen may have the agent's username, like the form.
const Asked = CommonCriteria.extend({ agentId: ScreenFields.agentId });

/** Rows per batch. They stay in memory for a slow client, and each can have 16 KB plus its changes. */
const AT_ONCE = 100;

/** All rows of the common log as JSON Lines: one object per line, with the fields of its screen. */
export const downloadCommon = stream({
  name: "logs.commonDownload",
  does: "export the common logs",
  allow: holding("SHOW_COMMON_LOGS"),
  type: "EXPORT",
  mayLag: true,
  input: Asked,
  run: ({ actor }, form) => lines(actor, form),
});

async function* lines(actor: Actor, form: z.output<typeof Asked>): AsyncGenerator<string> {
  const { question } = await readTransaction(() => judgeCommon(actor, form));
  for await (const found of streamLog<CommonFound>(commonLog, question, { atOnce: AT_ONCE })) {
    const rows = await readTransaction(() => commonRows(actor, found));
    yield rows.map((row) => `${JSON.stringify(CommonRow.parse(row))}\n`).join("");
  }
}

/** The file name, which contains the New York time of the request to the second. */
export const downloadName = (): string => `export_data${isoTime(now()).slice(0, 19).replaceAll(/\D/g, "")}.txt`;
