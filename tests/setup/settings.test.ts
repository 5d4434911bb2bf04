import { expect, test } from "vitest";
import { readConfig } from "../../server/kernel/process/config";
import { aFailedStart } from "../world/server";

const SECRETS = { SESSION_SECRET: "0123456789abcdef", DATA_KEY: "0123456789abcdef" };
const SERVER = { DATABASE_URL: "postgres://app:app@127.0.0.1:5432/app", ...SECRETS };

const wrong: Record<string, string[]> = {
  PORT: ["x", "-1", "65536", "3000.5", "0x"],
  APP_URL: ["example.org", "ftp://example.org"],
  DATABASE_URL: [
    "mysql://a@b/c",
    "127.0.0.1:5432",
    "postgres://",
    "postgres://a@b/c?sslmode=requir",
    "postgres://a@b/c?sslmode=verify-ca&sslrootcert=/no/such.crt",
  ],
  DATABASE_READ_URLS: ["replica", "postgres://a@b/c,nowhere", "postgres://a@b/c,postgres://a@b/c?sslmode=on"],
  BRAND: ["acme", "Harbor"],
  CAPTCHA: ["true", "1"],
  DEMO: ["yes"],
  DRAIN_SECONDS: ["-1", "31", "1.5", "soon"],
  WORKERS: ["0", "-2", "1.5", "many", "65"],
  LOG_LEVEL: ["loud"],
  SESSION_SECRET: ["short"],
  DATA_KEY: ["short"],
  LINK_KEYS: ["abc", "1:short", "1:AAAAAAAAAAAAAAAAAAAAAA==;2:x"],
  DESIGNATED_USERNAME: ["much-too-long-a-name"],
  IP_LOOKUP_URL: ["https://example.org/", "example.org/{ip}"],
  CLICK_RATE: ["-1", "some"],
  API_RATE: ["-1", "1.5"],
  SPOOL_AFTER_MS: ["49", "1501", "250.5", "soon"],
  METRICS_TOKEN: ["short"],
  PASSWORDS_VISIBLE: ["no"],
  WEBHOOK_PRIVATE: ["yes", "true"],
  SUPPORT_EMAIL: ["nobody"],
  SMTP_URL: ["mail.example.org", "http://mail.example.org"],
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
    DATA_KEY: "CHANGE-ME-TO-32-OTHER-RANDOM-BYTES",
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
  for (const option of ["ignoreTLS=true", "requireTLS=false", "opportunisticTLS=1", "name=a&ignoreTLS=1"]) {
    expect(() => readConfig({ ...SERVER, SMTP_URL: `smtp://mail.example.org?${option}` }), option).toThrow(
      /^SMTP_URL is wrong: it takes .+TLS.+\.$/,
    );
    expect(readConfig({ ...SERVER, SMTP_URL: `smtp://127.0.0.1:25?${option}` }).SMTP_URL).toContain(option);
  }
});

test("with an external database server the secrets are required [TRUST-25]", () => {
  for (const name of ["SESSION_SECRET", "DATA_KEY"]) {
    expect(() => readConfig({ ...SERVER, [name]: undefined })).toThrow(new RegExp(`^${name} is missing: `));
    expect(() => readConfig({ ...SERVER, [name]: "" })).toThrow(new RegExp(`^${name} is missing: `));
  }
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
