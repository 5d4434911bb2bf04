import { spawnSync } from "node:child_process";
import { installFirst } from "./apt.mjs";

/** Finds PHP with curl, or installs it with apt, for the tests of the code that sites get. Ends with 1 where neither works. */
const hasPhp = () => spawnSync("php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]).status === 0;
if (!hasPhp()) installFirst("PHP", "php-cli php-curl");
if (!hasPhp()) process.exitCode = 1;
