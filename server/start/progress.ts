const WIDTH = 30;

/** A line on standard error that fills up; a terminal sees it move, a log only its ends. Takes a share from 0 to 1. */
export function progressLine(what: string): (share: number) => void {
  const { stderr } = process;
  let shown = -1;
  return (share) => {
    const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
    if (percent === shown) return;
    const first = shown === -1;
    shown = percent;
    if (stderr.isTTY) {
      const full = Math.round((percent / 100) * WIDTH);
      stderr.write(
        `\r${what} [${"=".repeat(full)}${" ".repeat(WIDTH - full)}] ${percent} %${percent === 100 ? "\n" : ""}`,
      );
    } else if (first || percent === 100) stderr.write(`${what} ${percent} %\n`);
  };
}
