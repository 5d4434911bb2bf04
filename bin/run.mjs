#!/usr/bin/env node
import { commands } from "./commands.mjs";
import { requireNode } from "./node-version.mjs";

requireNode();
const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`There is no command "${name}". There are: ${Object.keys(commands).join(", ")}.`);
  process.exit(2);
}
try {
  process.exitCode = await command(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
