import { z } from "zod";
import { Flag, Id, Text, Verbatim } from "../kernel/operation/input";

/** Fields shared by new and changed agents. */

const isEmail = (text: string) => text === "" || z.email().safeParse(text).success;

export const EmailOrNone = Text(254).refine(isEmail, "Please enter a valid e-mail address.");
/** Browsers send line breaks as CRLF. Normalized to LF, so that forms and calls store the same text. */
export const Notes = Text(20_000).transform((text) => text.replaceAll("\r\n", "\n"));
export const Sites = z.array(z.object({ siteId: Id, enable: Flag })).max(500, "Please send at most 500 sites.");
export const Reason = Text(255).optional();
export const Confirmation = Verbatim(255);

export const MISMATCH = { path: ["passwordConfirm"], message: "Passwords do not match" };

/** Calls may name the office by either key. */
export const officeKeys = { officeId: Id.optional(), companyId: Id.optional() };

export type SiteChoice = z.output<typeof Sites>[number];
