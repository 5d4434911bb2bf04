import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../server/kernel/process/config";
import { SECRET_SETTINGS } from "../../server/kernel/process/secret-files";
import { dataKeysIn, sessionSecretsIn } from "../../server/kernel/process/secret-settings";
import { aFailedStart, aFolder } from "../world/server";

const STRONG = "0123456789abcdefghijklmnopqrstuv";
const OTHER = "vutsrqponmlkjihgfedcba9876543210";
const SECRETS = { SESSION_SECRET: STRONG, DATA_KEY: OTHER };
const SERVER = { DATABASE_URL: "postgres://app:app@127.0.0.1:5432/app", ...SECRETS };

const wrong: Record<string, string[]> = {
  PORT: ["x", "-1", "65536", "3000.5", "0x"],
  APP_URL: ["example.org", "ftp://example.org", "http://example.org", "http://192.0.2.1:3000"],
  DATABASE_URL: [
    "mysql://a@b/c",
    "127.0.0.1:5432",
    "postgres://",
    "postgres://a@b/c?sslmode=requir",
    "postgres://a@b/c?sslmode=verify-ca&sslrootcert=/no/such.crt",
    "postgres://a:b@db.example.org/c",
    "postgres://a:b@192.0.2.1/c?application_name=x",
    "postgres:///c?host=db.example.org",
  ],
  MIGRATION_DATABASE_URL: ["owner", "postgres://a@b/c"],
  DATABASE_READ_URLS: [
    "replica",
    "postgres://a@b/c?sslmode=disable,nowhere",
    "postgres://a@b/c?sslmode=disable,postgres://a@b/c?sslmode=on",
    "postgres://a@127.0.0.1/c,postgres://a@b/c",
  ],
  BRAND: ["acme", "Harbor"],
  CAPTCHA: ["true", "1"],
  DEMO: ["yes"],
  DRAIN_SECONDS: ["-1", "31", "1.5", "soon"],
  WORKERS: ["-1", "1.5", "many", "65"],
  LOG_LEVEL: ["loud"],
  SESSION_SECRET: ["short", "0123456789abcdef", "a".repeat(64), "abcabc".repeat(8)],
  SESSION_SECRETS: ["short", "0123456789abcdef", `0123456789abcdef,${STRONG}`, `${STRONG},short`, ","],
  DATA_KEY: ["short", "0123456789abcdef", "a".repeat(64), "abcabc".repeat(8)],
  DATA_KEYS: [
    STRONG,
    `x:${STRONG}`,
    `256:${STRONG}`,
    "2:0123456789abcdef",
    `2:${"a".repeat(32)}`,
    `2:${STRONG},2:${OTHER}`,
    `2:${STRONG},3:short`,
    `1:${STRONG}`,
  ],
  LINK_KEYS: ["abc", "1:short", "1:AAAAAAAAAAAAAAAAAAAAAA==;2:x"],
  DESIGNATED_USERNAME: ["much-too-long-a-name"],
  IP_LOOKUP_URL: ["https://example.org/", "example.org/{ip}"],
  CLICK_RATE: ["-1", "some"],
  API_RATE: ["-1", "1.5"],
  SPOOL_AFTER_MS: ["49", "1501", "250.5", "soon"],
  API_DOCS: ["on", "private"],
  BREACHED_PASSWORDS: ["/no/such/file", "/", "package.json"],
  METRICS_TOKEN: ["short"],
  SESSION_IDLE_HOURS: ["0", "13", "1.5", "never"],
  FIRST_PASSWORD: ["on", "never"],
  TWO_STEP: ["on", "required"],
  TWO_STEP_GRACE_DAYS: ["-1", "91", "1.5", "never"],
  PASSWORDS_VISIBLE: ["no"],
  WEBHOOK_PRIVATE: ["yes", "true"],
  AUDIT_MAIL: ["nobody", "one@example.org, two@example.org"],
  SUPPORT_EMAIL: ["nobody"],
  SMTP_URL: ["mail.example.org", "http://mail.example.org"],
  TRUST_PROXY: ["proxy", "0.0.0.0/0", "::/0", "127.0.0.1,0.0.0.0/1", "10.0.0.0/7", "2000::/3"],
};

test("every setting refuses invalid values in one line with its name [TRUST-25]", () => {
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      expect(() => readConfig({ ...SERVER, [name]: value }), `${name}=${value}`).toThrow(
        new RegExp(`^${name} is wrong: it takes .+\\.$`),
      );
    }
  }
});

test("a value of any setting that still contains CHANGE-ME stops the start with its name [TRUST-25]", () => {
  const values: Record<string, string> = {
    APP_URL: "https://CHANGE-ME.example.org",
    DATABASE_URL: "postgres://back_office:CHANGE-ME@127.0.0.1:5432/back_office",
    DATABASE_READ_URLS: "postgres://reader:CHANGE-ME@127.0.0.1/back_office",
    DATA_DIR: "/CHANGE-ME",
    SESSION_SECRET: "CHANGE-ME-TO-32-RANDOM-BYTES",
    SESSION_SECRETS: "CHANGE-ME-TO-32-RANDOM-BYTES",
    DATA_KEY: "CHANGE-ME-TO-32-OTHER-RANDOM-BYTES",
    DATA_KEYS: "2:CHANGE-ME-TO-32-OTHER-RANDOM-BYTES",
    METRICS_TOKEN: "CHANGE-ME-TO-YET-OTHERS",
    SUPPORT_EMAIL: "CHANGE-ME@example.org",
    SMTP_URL: "smtps://user:CHANGE-ME@mail.example.org",
  };
  for (const [name, value] of Object.entries(values)) {
    expect(() => readConfig({ ...SERVER, [name]: value }), name).toThrow(
      new RegExp(`^${name} still reads CHANGE-ME: it takes .+\\.$`),
    );
  }
});

test("TLS cannot be turned off for a mail server on another machine [TRUST-25]", () => {
  for (const option of [
    "ignoreTLS=true",
    "requireTLS=false",
    "opportunisticTLS=1",
    "tls.rejectUnauthorized=false",
    "name=a&ignoreTLS=1",
  ]) {
    expect(() => readConfig({ ...SERVER, SMTP_URL: `smtp://mail.example.org?${option}` }), option).toThrow(
      /^SMTP_URL is wrong: it takes .+TLS.+\.$/,
    );
    expect(readConfig({ ...SERVER, SMTP_URL: `smtp://127.0.0.1:25?${option}` }).SMTP_URL).toContain(option);
  }
});

test("an address of a network that others can read has to say that this is meant [TRUST-25]", () => {
  const accepted: Record<string, string[]> = {
    APP_URL: ["https://office.example.org", "http://127.0.0.1:3000", "http://localhost", "http://[::1]:3000"],
    DATABASE_URL: [
      "postgres://a:b@127.0.0.1/c",
      "postgres://a:b@localhost/c",
      "postgres:///c?host=/run/postgresql",
      "postgres://a:b@db.example.org/c?sslmode=disable",
      "postgres://a:b@db.example.org/c?sslmode=verify-full",
    ],
    TRUST_PROXY: ["127.0.0.1,::1", "10.0.0.0/8", "fc00::/7", "192.0.2.7"],
  };
  for (const [name, values] of Object.entries(accepted))
    for (const value of values)
      expect(() => readConfig({ ...SERVER, [name]: value }), `${name}=${value}`).not.toThrow();
});

test("a weak secret is refused with the command that makes a good one, and the way to keep the old one [TRUST-25]", () => {
  expect(() => readConfig({ ...SERVER, DATA_KEY: "0123456789abcdef" })).toThrow(
    "DATA_KEY is wrong: it takes at least 32 random characters, as openssl rand -base64 32 prints them. " +
      "One in use stays valid as DATA_KEY behind a new one in DATA_KEYS.",
  );
  const behind = { DATA_KEYS: `2:${OTHER}`, DATA_KEY: "0123456789abcdef" };
  expect(dataKeysIn(readConfig({ ...SERVER, ...behind }))).toEqual([
    { id: 2, secret: OTHER },
    { id: 1, secret: "0123456789abcdef" },
  ]);
  const sessions = { SESSION_SECRETS: `${STRONG},fedcba9876543210`, SESSION_SECRET: "0123456789abcdef" };
  expect(sessionSecretsIn(readConfig({ ...SERVER, ...sessions }))).toEqual([
    STRONG,
    "fedcba9876543210",
    "0123456789abcdef",
  ]);
});

test("one secret is not used for sessions and data [TRUST-25]", () => {
  const message = "SESSION_SECRET is wrong: it takes a secret of its own, different from DATA_KEY.";
  expect(() => readConfig({ ...SERVER, DATA_KEY: STRONG })).toThrow(message);
  expect(() => readConfig({ ...SERVER, DATA_KEYS: `7:${STRONG}` })).toThrow(message);
  expect(() => readConfig({ ...SERVER, SESSION_SECRETS: `${STRONG},${OTHER}`, SESSION_SECRET: "" })).toThrow(message);
});

test.each(SECRET_SETTINGS)("%s may be in a file, but not there and in the environment [TRUST-25]", async (name) => {
  const values: Partial<Record<typeof name, string>> = {
    DATABASE_READ_URLS: "postgres://a@127.0.0.1/c",
    MIGRATION_DATABASE_URL: "postgres://owner@127.0.0.1/c",
    SESSION_SECRETS: `${"s".repeat(16)}0123456789abcdef`,
    DATA_KEYS: `2:${"k".repeat(16)}0123456789abcdef`,
    LINK_KEYS: `1:${STRONG}`,
    METRICS_TOKEN: STRONG,
    SMTP_URL: "smtp://127.0.0.1",
    ...SERVER,
  };
  const value = values[name] ?? "";
  const folder = await aFolder();
  const file = path.join(folder, "secret");
  const env = { ...SERVER, [name]: undefined, [`${name}_FILE`]: file };
  await writeFile(file, `${value}\n`);
  expect(readConfig(env)[name]).toEqual(readConfig({ ...SERVER, [name]: value })[name]);
  expect(readConfig({ ...env, [name]: "" })[name]).toEqual(readConfig(env)[name]);
  expect(() => readConfig({ ...env, [name]: value })).toThrow(`${name} and ${name}_FILE are both set.`);
  await writeFile(file, " \n");
  expect(() => readConfig(env)).toThrow(`${name}_FILE is wrong: its file is empty. It takes`);
  await writeFile(file, "CHANGE-ME");
  expect(() => readConfig(env)).toThrow(`${name} still reads CHANGE-ME`);
  expect(() => readConfig({ ...env, [`${name}_FILE`]: `${folder}/none` })).toThrow(
    `${name}_FILE is wrong: its file cannot be read (ENOENT). It takes a file with the value of ${name}.`,
  );
});

test("with an external database server the secrets are required [TRUST-25]", () => {
  for (const name of ["SESSION_SECRET", "DATA_KEY"]) {
    expect(() => readConfig({ ...SERVER, [name]: undefined })).toThrow(new RegExp(`^${name} is missing: `));
    expect(() => readConfig({ ...SERVER, [name]: "" })).toThrow(new RegExp(`^${name} is missing: `));
  }
  expect(readConfig({ ...SERVER, DATA_KEY: "", DATA_KEYS: `2:${OTHER}` }).DATA_KEY).toBeUndefined();
  expect(readConfig({ ...SERVER, SESSION_SECRET: "", SESSION_SECRETS: STRONG }).SESSION_SECRET).toBeUndefined();
  expect(readConfig({}).embedded).toBe(true);
});

test("without settings the product serves only this machine, with the demo company [TRUST-25]", () => {
  const read = readConfig({});
  expect(read).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", DATA_DIR: "./.data", BRAND: "harbor", CLICK_RATE: 60 });
  expect(read).toMatchObject({ demo: true, DESIGNATED_USERNAME: "super", PASSWORDS_VISIBLE: "on", CAPTCHA: true });
  expect(read.SPOOL_AFTER_MS).toBe(250);
  expect(readConfig(SERVER)).toMatchObject({ demo: false, DESIGNATED_USERNAME: undefined });
});

test("a start with an invalid setting ends at once with only that line [TRUST-25]", async () => {
  const ended = await aFailedStart({ ...SERVER, PORT: "90000" });
  expect(ended.code).toBe(1);
  expect(ended.said.trim()).toBe("PORT is wrong: it takes a port number from 0 to 65535.");
});

test("a start with the unchanged example settings ends with one line [TRUST-25]", async () => {
  const ended = await aFailedStart({ ...SERVER, METRICS_TOKEN: "CHANGE-ME-TO-YET-OTHERS" });
  expect(ended.code).toBe(1);
  expect(ended.said.trim()).toBe("METRICS_TOKEN still reads CHANGE-ME: it takes a secret of at least 16 characters.");
});

test("a start without its database says so in one line and ends", async () => {
  const ended = await aFailedStart({ ...SERVER, DATABASE_URL: "postgres://app:app@127.0.0.1:1/app" });
  expect(ended.code).toBe(1);
  expect(ended.said.trim()).toBe("The database does not answer (ECONNREFUSED). See DATABASE_URL.");
});
