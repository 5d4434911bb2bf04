import { z } from "zod";
import { Email, Flag, Id, Kept, Required, Status, Text, Version, wellFormed } from "../kernel/operation/input";
import { webAddressFault } from "../kernel/net/web-address";
import { AllowedAddresses } from "./addresses";
import { CATEGORIES } from "./site";

const SiteEmail = Text(64).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please enter a valid e-mail address.",
);
/** Normalizes line ends: a browser sends CRLF, other clients send LF. */
const Note = z
  .string("Please enter a text.")
  .overwrite((text) => text.replaceAll("\r\n", "\n"))
  .max(20_000, "Please use at most 20000 characters.")
  .refine(wellFormed, "Please use readable characters only.")
  .trim();
/** Links pass the agent's own parameters on under these names, so a click id among them would be lost. */
const ClickParam = Text(16).refine(
  (text) => !/^sub[1-5]$/.test(text),
  "Links pass sub1 to sub5 on. Please choose another.",
);

const Url = Required(128).superRefine((text, context) => {
  const fault = text === "" ? undefined : webAddressFault(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

const required = {
  sitename: Required(128),
  shortname: Required(16),
  abbr: Required(10),
  url: Url,
  type: z.enum(CATEGORIES, "Please choose one from the list."),
};
const optional = {
  clickParam: Kept(ClickParam),
  contactName: Kept(Text(64)),
  email: Kept(SiteEmail),
  phoneNum: Kept(Text(64)),
  note: Kept(Note),
  status: Kept(Status),
  /** Same as `status`, which takes precedence. */
  active: Flag.optional(),
  hidden: Kept(Flag),
  specialReport: Kept(Flag),
  useApproveSale: Kept(Flag),
  avp: Kept(Flag),
  allowedAddresses: Kept(AllowedAddresses),
};

export const NewSite = z.object({ ...required, ...optional, enableForAll: Flag.optional() });
export const ChangedSite = z.object({
  id: Id,
  sitename: Kept(required.sitename),
  shortname: Kept(required.shortname),
  abbr: Kept(required.abbr),
  url: Kept(required.url),
  type: Kept(required.type),
  ...optional,
  version: Version,
});
/** Required fields of a site's form. */
export const REQUIRED = Object.keys(required);
