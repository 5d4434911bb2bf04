import { spawn } from "node:child_process";
import path from "node:path";

export type Replayed = { code: number | null; out: string; err: string };

/** Runs `npm run replay -- FILE` with only these settings. */
export function runReplay(file: string, env: Record<string, string>): Promise<Replayed> {
  const { PATH = "", HOME = "" } = process.env;
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ["bin/run.mjs", "replay", path.resolve(file)], {
      env: { PATH, HOME, TZ: "UTC", NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { out: "", err: "" };
    child.stdout.on("data", (text: Buffer) => (said.out += text.toString()));
    child.stderr.on("data", (text: Buffer) => (said.err += text.toString()));
    child.once("error", failed);
    child.once("close", (code) => done({ code, ...said }));
  });
}

/** The figures of the line that begins with this label. */
export function figuresOf(out: string, label: string): number[] {
  const line = out.split("\n").find((text) => text.trimStart().startsWith(`${label} `)) ?? "";
  return [...line.slice(line.indexOf(label) + label.length).matchAll(/\s(-?[\d,]+)(?=\s|$)/g)].map(([, text = ""]) =>
    Number(text.replaceAll(",", "")),
  );
}

/** The figure of a line; 0 if the line is absent. */
export const figureOf = (out: string, label: string): number => figuresOf(out, label)[0] ?? 0;
