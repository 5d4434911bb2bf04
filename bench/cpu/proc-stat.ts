/** A process as Linux describes it in `/proc/PID/stat`. Times are in clock ticks. */
export type ProcessStat = {
  pid: number;
  name: string;
  parent: number;
  /** User and system time of all its threads, and of those of its children that have ended. */
  ticks: number;
};

/** The name is in parentheses and may itself contain spaces and parentheses. */
export function parseStat(text: string): ProcessStat {
  const [open, close] = [text.indexOf("("), text.lastIndexOf(")")];
  const fields = text
    .slice(close + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    pid: Number(text.slice(0, open)),
    name: text.slice(open + 1, close),
    parent: fields[1] ?? 0,
    ticks: user + system + endedUser + endedSystem,
  };
}

/** Ticks of a process and all its descendants, including those that have ended. */
export function treeTicks(processes: readonly ProcessStat[], root: number): number {
  const below = processes.filter(({ parent }) => parent === root).map(({ pid }) => treeTicks(processes, pid));
  const own = processes.find(({ pid }) => pid === root)?.ticks ?? 0;
  return below.reduce((sum, ticks) => sum + ticks, own);
}

/** The process IDs of a process and all its living descendants. */
export const treePids = (processes: readonly ProcessStat[], root: number): number[] => [
  root,
  ...processes.filter(({ parent }) => parent === root).flatMap(({ pid }) => treePids(processes, pid)),
];
