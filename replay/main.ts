import path from "node:path";
import { chooseLinks } from "./choose-links";
import { compute, visitKey } from "./compute";
import { openConnection } from "./connection";
import { openVisitLog } from "./earlier-visits";
import { findServer } from "./find-server";
import { predictPostbacks } from "./predict-postbacks";
import { newYorkDay } from "./outcome";
import { namedLinks, prepare } from "./prepare";
import { comparisonLines, endLines, sentLines } from "./print";
import { readRecording } from "./read-recording";
import { readReport } from "./read-report";
import { Problem, type Recording } from "./recording";
import { send } from "./send";
import { compareWhenLoaded } from "./compare-when-loaded";
import { signIn } from "./sign-in";
import { compare, difference } from "./tables";
import { unexpectedAnswers } from "./unexpected";

const USAGE =
  "Usage: npm run replay -- FILE (a web server's combined log or JSON lines, plain or compressed with gzip)";

/**
 * `npm run replay -- FILE`: sends recorded traffic to a server over HTTP and compares the change of its Sites report
 * with the result computed from the lines and the rules. The server must have no other traffic meanwhile. The exit code
 * is 0 when every figure is equal, 1 when one differs, 2 when the replay could not run.
 */
async function main(args: readonly string[]): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length > 1) throw new Problem(USAGE);
  // npm runs programs in the project's folder, wherever they are started from.
  const recording = readRecording(path.resolve(process.env.INIT_CWD ?? ".", file));
  if (recording.entries.length === 0) throw new Problem(`${file} holds nothing that can be replayed.`);
  const server = await findServer(process.env);
  try {
    print([`${file} against ${server.url}${server.own ? ", started for it" : ""}`]);
    return await replay(recording, server.url);
  } finally {
    await server.close();
  }
}

async function replay(original: Recording, url: string): Promise<number> {
  const connection = openConnection(url);
  try {
    const call = await signIn(connection, process.env);
    const links = await chooseLinks(call, namedLinks(original));
    const types = [...links.types.values()];
    const recording = prepare(original, links);
    const start = newYorkDay(new Date());
    const visits = openVisitLog(path.resolve(process.env.DATA_DIR || ".data", "replay"), links.database, start);

    const before = await readReport(call, types, start, start);
    const startedAt = Date.now();
    const outcomes = await send(recording.entries, connection, links, (outcome) => {
      const visit = visitKey(outcome);
      if (visit !== null) visits.keep(visit);
    });
    const seconds = (Date.now() - startedAt) / 1000;

    const predicted = predictPostbacks(outcomes.postbacks, links.types);
    const computed = compute(outcomes.clicks, predicted, visits.earlier);
    const { reported, unequal, waited } = await compareWhenLoaded(connection, async () => {
      const after = await readReport(call, types, start, newYorkDay(new Date()));
      const reported = difference(after, before);
      return { reported, unequal: compare(computed, reported) };
    });
    const unexpected = unexpectedAnswers(outcomes.clicks, predicted);
    print(sentLines(recording, outcomes, predicted, links));
    if (visits.earlier.size > 0) {
      print([
        "",
        `${visits.earlier.size.toLocaleString("en-US")} visits of earlier replays today are not unique again.`,
      ]);
    }
    if (waited) print(["", "Some requests went to the spool; the report was read until they were loaded."]);
    print(["", ...comparisonLines(computed, reported, links), "", ...endLines(unequal, unexpected)]);
    print([`${recording.entries.length.toLocaleString("en-US")} requests in ${seconds.toFixed(1)} s.`]);
    return unequal.length + unexpected.length === 0 ? 0 : 1;
  } finally {
    connection.close();
  }
}

const print = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `${error instanceof Problem ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 2;
}
