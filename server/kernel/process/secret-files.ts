import { readFileSync } from "node:fs";
import { SettingError } from "./setting-error";

/** Settings that may be in a file: other programs of the same user can read the environment of a process. */
export const SECRET_SETTINGS = [
  ...["DATABASE_URL", "MIGRATION_DATABASE_URL", "DATABASE_READ_URLS"],
  ...["SESSION_SECRET", "SESSION_SECRETS", "DATA_KEY", "DATA_KEYS", "LINK_KEYS", "METRICS_TOKEN", "SMTP_URL"],
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export const fileSetting = (name: string): string => `${name}_FILE`;

/** The environment with the values of the files that it names. Throws a SettingError if one cannot be read or is empty. */
export function withSecretFiles(env: Environment): Environment {
  const read = SECRET_SETTINGS.flatMap((name): [string, string][] => {
    const file = env[fileSetting(name)];
    if (!file) return [];
    if (env[name]) throw new SettingError(`${name} and ${fileSetting(name)} are both set. Please remove one of them.`);
    return [[name, contentOf(file, name)]];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function contentOf(file: string, name: string): string {
  try {
    const content = readFileSync(file, "utf8").trim();
    if (content !== "") return content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `${fileSetting(name)} is wrong: its file cannot be read (${code}). It takes a file with the value of ${name}.`,
    );
  }
  throw new SettingError(
    `${fileSetting(name)} is wrong: its file is empty. It takes a file with the value of ${name}.`,
  );
}
