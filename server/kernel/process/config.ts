import { z } from "zod";
import { SSL_MODES } from "./database-address";
import { withSecretFiles } from "./secret-files";
import { checkSecrets } from "./secret-settings";
import { SettingError } from "./setting-error";
import {
  flag,
  isHashList,
  isMailServer,
  list,
  numberedSecrets,
  optional,
  ownAddress,
  postgresUrl,
  proxies,
  secret,
  secrets,
  STRONG,
} from "./setting-values";

/**
 * All settings, read once from the environment. An invalid one stops the start with one line that names the variable
 * and the values it accepts.
 */

const UNCHANGED = "CHANGE-ME";
const POSTGRES =
  `a postgres:// address with sslmode (${SSL_MODES.join(", ")}) and readable certificate files. Another machine needs ` +
  "sslmode=verify-full, or sslmode=disable in a network that you trust";

const settings = {
  PORT: { schema: z.coerce.number().int().min(0).max(65_535).default(3000), takes: "a port number from 0 to 65535" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), takes: "the address to listen on" },
  APP_URL: {
    schema: ownAddress.optional(),
    takes:
      "the https address people open. Only an address of this machine, such as http://127.0.0.1:3000, may begin with http",
  },
  DATABASE_URL: { schema: postgresUrl.optional(), takes: POSTGRES },
  MIGRATION_DATABASE_URL: { schema: postgresUrl.optional(), takes: POSTGRES },
  DATABASE_READ_URLS: {
    schema: list.pipe(z.array(postgresUrl)).default([]),
    takes: `${POSTGRES}; several have commas between them`,
  },
  DATA_DIR: { schema: z.string().min(1).default("./.data"), takes: "a folder that may be written to" },
  BRAND: { schema: z.enum(["harbor", "summit", "plain"]).default("harbor"), takes: "harbor, summit or plain" },
  CAPTCHA: { schema: flag.default(true), takes: "on or off" },
  DEMO: { schema: flag.optional(), takes: "on or off" },
  WORKERS: { schema: z.coerce.number().int().min(0).max(64).optional(), takes: "a number of processes from 0 to 64" },
  DRAIN_SECONDS: { schema: z.coerce.number().int().min(0).max(30).default(0), takes: "seconds from 0 to 30" },
  TRUST_PROXY: {
    schema: proxies.default([]),
    takes: "addresses or networks of your proxies with commas between them, none wider than 10.0.0.0/8 or fc00::/7",
  },
  LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    takes: "fatal, error, warn, info, debug, trace or silent",
  },
  SESSION_SECRET: { schema: secret.optional(), takes: STRONG },
  SESSION_SECRETS: { schema: secrets.optional(), takes: `secrets with commas between them, the first of ${STRONG}` },
  SESSION_IDLE_HOURS: {
    schema: z.coerce.number().int().min(1).max(12).default(8),
    takes: "hours from 1 to 12",
  },
  DATA_KEY: { schema: secret.optional(), takes: STRONG },
  DATA_KEYS: {
    schema: numberedSecrets.optional(),
    takes: `id:key pairs with commas between them, ids from 0 to 255, each once, the first key of ${STRONG}`,
  },
  LINK_KEYS: {
    schema: z
      .string()
      .regex(/^\d{1,3}:[A-Za-z0-9+/=_-]{22,}(,\d{1,3}:[A-Za-z0-9+/=_-]{22,})*$/)
      .optional(),
    takes: "id:base64 pairs with commas between them, newest first, ids from 0 to 255",
  },
  DESIGNATED_USERNAME: { schema: z.string().max(10).optional(), takes: "a username" },
  IP_LOOKUP_URL: {
    schema: z
      .string()
      .regex(/^https?:\/\/.*\{ip\}/)
      .default("https://ipinfo.io/{ip}"),
    takes: "an http(s) address with {ip} in it",
  },
  CLICK_RATE: {
    schema: z.coerce.number().int().min(0).max(1_000_000).default(60),
    takes: "clicks a minute, 0 for no limit",
  },
  API_RATE: {
    schema: z.coerce.number().int().min(0).max(1_000_000).default(1_200),
    takes: "calls a minute, 0 for no limit",
  },
  SPOOL_AFTER_MS: {
    schema: z.coerce.number().int().min(50).max(1_500).default(250),
    takes: "milliseconds from 50 to 1500",
  },
  WEBHOOK_PRIVATE: { schema: flag.default(false), takes: "on or off" },
  API_DOCS: { schema: z.enum(["public", "signed-in"]).default("public"), takes: "public or signed-in" },
  METRICS_TOKEN: { schema: secret.optional(), takes: "a secret of at least 16 characters" },
  RELEASE_BY_TWO: { schema: flag.default(false), takes: "on or off" },
  FIRST_PASSWORD: { schema: z.enum(["keep", "change"]).default("keep"), takes: "keep or change" },
  TWO_STEP: { schema: z.enum(["optional", "staff", "all"]).default("optional"), takes: "optional, staff or all" },
  TWO_STEP_GRACE_DAYS: {
    schema: z.coerce.number().int().min(0).max(90).default(7),
    takes: "days from 0 to 90, 0 for at once",
  },
  PASSWORDS_VISIBLE: { schema: z.enum(["on", "each", "off"]).default("on"), takes: "on, each or off" },
  BREACHED_PASSWORDS: {
    schema: z.string().refine(isHashList).optional(),
    takes: "a readable file of SHA-1 hashes in ascending order, one a line",
  },
  AUDIT_MAIL: { schema: z.email().optional(), takes: "an e-mail address" },
  SUPPORT_EMAIL: { schema: z.email().optional(), takes: "an e-mail address" },
  SMTP_URL: {
    schema: z.string().refine(isMailServer).optional(),
    takes:
      "an smtp:// or smtps:// address. For another machine it has no options that turn TLS or the check of its certificate off",
  },
} as const;

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]["schema"]> };
export type Config = Settings & { embedded: boolean; demo: boolean };

export { SettingError };

/** Reads the settings from `environment` and its files. Throws a SettingError for the first invalid or missing one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env = withSecretFiles(environment);
  const values: Record<string, unknown> = {};
  for (const [name, { schema, takes }] of Object.entries(settings)) {
    if (env[name]?.includes(UNCHANGED)) throw new SettingError(`${name} still reads ${UNCHANGED}: it takes ${takes}.`);
    const result = optional(schema).safeParse(env[name]);
    if (!result.success) throw new SettingError(`${name} is wrong: it takes ${takes}.`);
    values[name] = result.data;
  }
  const read = values as Settings;
  const embedded = read.DATABASE_URL === undefined;
  checkSecrets(read, !embedded);
  const demo = read.DEMO ?? embedded;
  return {
    ...read,
    embedded,
    demo,
    DESIGNATED_USERNAME: read.DESIGNATED_USERNAME ?? (demo ? "super" : undefined),
  };
}

let current: Config | undefined;

/** The settings of this process, read on first use. */
export function config(): Config {
  return (current ??= readConfig(process.env));
}

/** Adds settings that the process generates at start: the embedded server's address and the stored secrets. */
export function overrideConfig(values: Partial<Config>): Config {
  return (current = { ...config(), ...values });
}

/** Name and accepted values of each setting, for the table of settings. */
export const settingTexts = Object.entries(settings).map(([name, { takes }]) => ({ name, takes }));
