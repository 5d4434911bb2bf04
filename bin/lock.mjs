import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { at } from "./project.mjs";

const FILE = at(".cache", "run.lock");
const HEARTBEAT_MS = 1_000;
/** Milliseconds. A holder without a heartbeat for this long was killed, or its machine was stopped. */
const STALE_AFTER_MS = 10_000;

/** Runs `work` while no other start of this project installs or builds. */
export async function withLock(work) {
  const token = `${process.pid} ${randomUUID()}`;
  mkdirSync(at(".cache"), { recursive: true });
  for (let isAnnounced = false; !acquire(token); await pause(200)) {
    if (removeStaleLock() || isAnnounced) continue;
    console.error("Waiting for another start of this project to finish its set-up…");
    isAnnounced = true;
  }
  const heartbeat = setInterval(() => utimesSync(FILE, new Date(), new Date()), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (read(FILE) === token) rmSync(FILE, { force: true });
  }
}

function acquire(token) {
  try {
    writeFileSync(FILE, token, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function removeStaleLock() {
  const token = read(FILE);
  const lastHeartbeat = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs;
  if (!token || lastHeartbeat === undefined) return false;
  if (isAlive(Number(token.split(" ")[0])) && Date.now() - lastHeartbeat < STALE_AFTER_MS) return false;
  // If several processes find a dead holder, only one of them moves its file away. A live holder's file, moved by
  // mistake, is put back.
  const movedFile = `${FILE}.${randomUUID()}`;
  try {
    renameSync(FILE, movedFile);
  } catch {
    return true;
  }
  if (read(movedFile) !== token) renameSync(movedFile, FILE);
  else rmSync(movedFile, { force: true });
  return true;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
