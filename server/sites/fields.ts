import { z } from "zod";
import { Email, Flag, Id, Kept, Required, Status, Text, Version, wellFormed } from "../kernel/input";
import { webAddressFault } from "../kernel/web-address";
import { AllowedAddresses } from "./addresses";
import { CATEGORIES } from "./site";

const SiteEmail = Text(64).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please enter a valid e-mail address.",
);
/** Lines are told apart alike, whichever way they come: a browser sends two signs for the end of one. */
const Note = z
  .string("Please enter a text.")
  .overwrite((text) => text.replaceAll("\r\n", "\n"))
  .max(20_000, "Please use at most 20000 characters.")
  .refine(wellFormed, "Please use readable characters only.")
  .trim();
/** Under these a link passes the agent's own marks on: the click id would be lost among them. */
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
  /** The same as `status`, which wins. */
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
/** What a form of a site may not leave empty. */
export const REQUIRED = Object.keys(required);
