import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";

/**
 * React alone renders the cells of a page, without the page's attributes, forms and frame. The parent process sends the
 * cells and how often to render them, and gets the CPU milliseconds and the bytes of one rendering.
 */
export type CellsOrder = { rows: string[][]; times: number };
export type CellsCost = { ms: number; bytes: number };

process.on("message", ({ rows, times }: CellsOrder) => {
  void (async () => {
    const before = process.cpuUsage();
    let bytes = 0;
    for (let i = 0; i < times; i++) bytes += await render(rows);
    const { user, system } = process.cpuUsage(before);
    process.send?.({ ms: (user + system) / 1000 / times, bytes: bytes / times } satisfies CellsCost);
  })();
});

function render(rows: string[][]): Promise<number> {
  const table = (
    <table>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((text, column) => (
              <td key={column}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return new Promise((resolve, reject) => {
    let length = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, next) {
        length += chunk.length;
        next();
      },
    }).on("finish", () => resolve(length));
    const { pipe } = renderToPipeableStream(table, { onAllReady: () => void pipe(sink), onError: reject });
  });
}
