import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { log } from "../../kernel/process/log";
import { type Loaded, loadedFile, loadedText } from "./folder";

/** While nothing arrives, the moment of the file is brought up to date this often. */
const REFRESH_MS = 1_000;

/** Writes how far a folder has been loaded, for the other processes. Returns the function that does so and one that ends it. */
export function loadedWriter(folder: string) {
  let file: number | undefined;
  let last: { at: number; sizes: string } | undefined;
  return {
    write: (loaded: Loaded): void => {
      const sizes = JSON.stringify([loaded.clicks.sizes, loaded.all.sizes]);
      if (last?.sizes === sizes && loaded.clicks.at < last.at + REFRESH_MS) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        file ??= openSync(loadedFile(folder), constants.O_WRONLY | constants.O_CREAT, 0o600);
        writeSync(file, loadedText(loaded), 0);
        last = { at: loaded.clicks.at, sizes };
      } catch (error) {
        log().warn({ event: "progress of the click log not written", err: error });
      }
    },
    close: (): void => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
