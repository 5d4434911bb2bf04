import { type Connection, openConnection } from "./connection";
import { Problem } from "./recording";
import { startServer } from "./start-server";

export type Server = { url: string; own: boolean; close(): Promise<void> };

const TIMEOUT_MS = 2_000;

/**
 * The server to replay against: the one that answers at PORT of this machine or at APP_URL, else one of the built
 * product that is started for this replay over the same database. Throws a Problem when the one that answers has the
 * wrong settings.
 */
export async function findServer(env: NodeJS.ProcessEnv): Promise<Server> {
  for (const url of addresses(env)) {
    if (!(await isProduct(url))) continue;
    await requireSettings(url);
    return { url, own: false, close: () => Promise.resolve() };
  }
  const started = await startServer(env);
  try {
    await requireSettings(started.url);
  } catch (error) {
    await started.close();
    throw error;
  }
  return { ...started, own: true };
}

function addresses({ APP_URL, PORT }: NodeJS.ProcessEnv): string[] {
  const urls = PORT === "0" ? [] : [`http://127.0.0.1:${PORT || "3000"}`];
  if (APP_URL && URL.canParse(APP_URL)) {
    const { protocol, hostname, port } = new URL(APP_URL);
    // The server trusts proxies by IP address, and a name may resolve to one that is not in its settings.
    const host = hostname === "localhost" ? "127.0.0.1" : hostname;
    if (protocol === "http:") urls.push(`http://${host}:${port || "80"}`);
  }
  return [...new Set(urls)];
}

async function isProduct(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
    return answer.ok && ((await answer.json()) as { status?: unknown }).status === "ok";
  } catch {
    return false;
  }
}

/**
 * The server reports its settings to this machine. Without these two, clicks would count differently from the rules.
 */
async function requireSettings(url: string): Promise<void> {
  const connection = openConnection(url);
  try {
    const problems = settingProblems(await settings(connection));
    if (problems.length === 0) return;
    throw new Problem(
      [
        `The server at ${url} cannot take a recording:`,
        ...problems.map((text) => `- ${text}`),
        "Start it with CLICK_RATE=0 and TRUST_PROXY=127.0.0.1, or stop it: then one is started for the recording.",
      ].join("\n"),
    );
  } finally {
    connection.close();
  }
}

function settingProblems(reported: Record<string, string>): string[] {
  const { click_rate, loopback_trusted } = reported;
  if (click_rate === undefined || loopback_trusted === undefined) {
    return ["it does not show its settings at /metrics to this machine, so it is unknown whether clicks would count."];
  }
  return [
    click_rate === "0" ? "" : `CLICK_RATE is ${click_rate}: it must be 0, otherwise fast clicks do not count.`,
    loopback_trusted === "yes"
      ? ""
      : "TRUST_PROXY does not name 127.0.0.1: every click would come from the address of this machine.",
  ].filter(Boolean);
}

async function settings(connection: Connection): Promise<Record<string, string>> {
  const { text } = await connection.send({ method: "GET", path: "/metrics" });
  const labels = /^server_settings\{(.*)\} /m.exec(text)?.[1] ?? "";
  return Object.fromEntries(
    [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}
