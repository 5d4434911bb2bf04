import { z } from "zod";
import type { LegacyCode } from "~models";
import { Email, Required, Text, Verbatim } from "../kernel/operation/input";
import { isDay, startOfDay } from "../kernel/periods";

/** The columns of the file, in this order. */
export const HEADER = [
  ...["legacyId", "username", "password", "firstName", "lastName", "email", "officeName", "campaignId"],
  ...["registered", "ready", "codes"],
] as const;

const HASH = /^\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
export const isHash = (password: string): boolean => HASH.test(password);
// Prefixes and lengths of other programs' hashes. Taken for a password, a hash would let in anyone who has read the
// file.
const OTHER_HASH = /^(\$[\w-]+\$|\{[A-Z0-9]+\}|[a-f0-9]{32}$|[a-f0-9]{40}$|[a-f0-9]{64}$)/i;

const Password = Verbatim(255)
  .refine((text) => isHash(text) || !OTHER_HASH.test(text), "Only argon2 hashes can be checked here.")
  .refine((text) => text === "" || isHash(text) || (text.length >= 8 && text.length <= 72), {
    message: "Please use 8 to 72 characters.",
  });

const Registered = Text(64).transform((text, context): Date | null => {
  if (text === "") return null;
  const moment = momentOf(text);
  if (moment) return moment;
  context.addIssue({ code: "custom", message: "Please give a day, or a time with its offset." });
  return z.NEVER;
});

function momentOf(text: string): Date | undefined {
  const day: string = text.slice(0, 10);
  if (!isDay(day)) return undefined;
  if (text === day) return startOfDay(day);
  const moment = new Date(text);
  const isWhole = /^.{10}T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment.getTime());
  return isWhole ? moment : undefined;
}

const CODE = /^([A-Za-z0-9_-]{1,64})=([1-9]\d{0,8}):([1-9]\d{0,8})$/;
const Codes = Verbatim(100_000).transform((text, context): LegacyCode[] => {
  const parts = text.split(";").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, code = "", siteId, typeId] = CODE.exec(part) ?? [];
    if (code === "")
      context.addIssue({ code: "custom", message: `This is no code=siteId:typeId: ${part.slice(0, 80)}` });
    return { code, siteId: Number(siteId), typeId: Number(typeId) };
  });
});

/** A row of the file as it is staged. */
export const LegacyRow = z
  .object({
    legacyId: Required(64),
    username: Required(255),
    password: Password,
    firstName: Required(),
    lastName: Required(),
    email: z.union([z.literal(""), Email], "Please enter a valid e-mail address."),
    officeName: Required(),
    campaignId: Text(),
    registered: Registered,
    ready: z.enum(["0", "1"], "Please give 0 or 1.").transform((text) => text === "1"),
    codes: Codes,
  })
  .refine(({ password, email }) => password !== "" || email !== "", {
    path: ["email"],
    message: "Without a password an e-mail address is needed, for a link to set one.",
  });
export type LegacyRow = z.output<typeof LegacyRow>;
