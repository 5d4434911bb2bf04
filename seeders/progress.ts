/** Called with the current step and its share of the whole (0 to 1). */
export type Report = (step: string, share: number) => void;

const WIDTH = 28;
const PAUSE = 100;

/** On a terminal, a bar that redraws itself; elsewhere, a line for each tenth. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr): Report {
  let drawnAt = 0;
  let tenth = -1;
  return (step, share) => {
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    if (!stream.isTTY) {
      if (Math.floor(share * 10) <= tenth) return;
      tenth = Math.floor(share * 10);
      stream.write(`${percent} ${step}\n`);
      return;
    }
    if (Date.now() - drawnAt < PAUSE && share < 1) return;
    drawnAt = Date.now();
    const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
    stream.write(`\r${bar}${percent} ${step}`.padEnd(WIDTH + 50).slice(0, WIDTH + 50) + (share >= 1 ? "\n" : ""));
  };
}
