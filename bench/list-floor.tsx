import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { agentColumns, type ListedAgent } from "../app/components/agents/agent-columns";
import { Table } from "../app/components/table/table";

/** Renders only the table of the rows on standard input, and prints the CPU milliseconds of one rendering. */
const { rows, warmUp, rounds } = JSON.parse(await text(process.stdin)) as {
  rows: ListedAgent[];
  warmUp: number;
  rounds: number;
};

const table = () => (
  <StaticRouter location="/app/agents">
    <Table
      caption="Agents"
      columns={agentColumns(true)}
      rows={rows}
      rowKey={({ id }) => id}
      sort={{ sortField: "username", sortAsc: true }}
      select={{ name: "ids", form: "selected", value: ({ id }) => id, label: ({ username }) => username }}
      empty=""
    />
  </StaticRouter>
);

const render = () =>
  new Promise<number>((resolve, reject) => {
    let length = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, next) {
        length += chunk.length;
        next();
      },
    }).on("finish", () => resolve(length));
    const { pipe } = renderToPipeableStream(table(), { onAllReady: () => void pipe(sink), onError: reject });
  });

for (let i = 0; i < warmUp; i++) await render();
const before = process.cpuUsage();
let bytes = 0;
for (let i = 0; i < rounds; i++) bytes += await render();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1000 / rounds, bytes: bytes / rounds }));
