import { SettingError } from "./setting-error";
import { isStrong, STRONG } from "./setting-values";

/** The secrets that sign and encrypt: which there are, and which are refused. */

export type DataKey = { id: number; secret: string };

type Secrets = {
  DATA_KEYS?: readonly DataKey[] | undefined;
  DATA_KEY?: string | undefined;
  SESSION_SECRETS?: readonly string[] | undefined;
  SESSION_SECRET?: string | undefined;
};

/** The id of the key in DATA_KEY. Values sealed before DATA_KEYS existed carry it. */
export const FIRST_ID = 1;

/** The keys that encrypt. The first one seals, each of them opens what it has sealed. */
export function dataKeysIn({ DATA_KEYS = [], DATA_KEY }: Secrets): readonly DataKey[] {
  if (DATA_KEY === undefined || DATA_KEYS.some(({ id }) => id === FIRST_ID)) return DATA_KEYS;
  return [...DATA_KEYS, { id: FIRST_ID, secret: DATA_KEY }];
}

/** The secrets that sign sessions. The first one signs, all of them verify. */
export const sessionSecretsIn = ({ SESSION_SECRETS = [], SESSION_SECRET }: Secrets): readonly string[] =>
  SESSION_SECRET === undefined ? SESSION_SECRETS : [...SESSION_SECRETS, SESSION_SECRET];

/** Throws a SettingError if a secret is missing although one is `required`, is weak, or is used for both purposes. */
export function checkSecrets(secrets: Secrets, required: boolean): void {
  const [sealing, signing] = [dataKeysIn(secrets)[0]?.secret, sessionSecretsIn(secrets)[0]];
  const first = [
    { single: "SESSION_SECRET", several: "SESSION_SECRETS", value: signing },
    { single: "DATA_KEY", several: "DATA_KEYS", value: sealing },
  ] as const;
  for (const { single, several, value } of first) {
    const name = secrets[several] ? several : single;
    if (value === undefined && required)
      throw new SettingError(`${name} is missing: with DATABASE_URL set it takes ${STRONG}.`);
    if (value !== undefined && !isStrong(value)) throw new SettingError(weak(name, single, several));
  }
  const { DATA_KEY, DATA_KEYS } = secrets;
  if (DATA_KEY !== undefined && DATA_KEYS?.some(({ id }) => id === FIRST_ID))
    throw new SettingError(
      `DATA_KEYS is wrong: it takes other ids than ${FIRST_ID} beside DATA_KEY, which is key ${FIRST_ID}.`,
    );
  const keys = new Set(dataKeysIn(secrets).map(({ secret }) => secret));
  if (sessionSecretsIn(secrets).some((secret) => keys.has(secret)))
    throw new SettingError("SESSION_SECRET is wrong: it takes a secret of its own, different from DATA_KEY.");
}

const weak = (name: string, single: string, several: string) =>
  name === several
    ? `${name} is wrong: it takes a first one of ${STRONG}.`
    : `${name} is wrong: it takes ${STRONG}. One in use stays valid as ${single} behind a new one in ${several}.`;
