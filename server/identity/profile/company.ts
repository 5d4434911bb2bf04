import { z } from "zod";
import { auditedAccount, changesCredentials, wantedMails, WantedMails } from "../../accounts";
import { Account, Office } from "~models";
import { Html } from "../../kernel/operation/html";
import { Email, Lines, Nothing, OptionalField, Required, Version } from "../../kernel/operation/input";
import { type Call, command, query } from "../../kernel/operation/operation";
import { noSuch } from "../../kernel/operation/refusal";
import { type Actor, only } from "../../kernel/operation/roles";
import {
  chooseMails,
  hashNewPassword,
  isConfirmed,
  MISMATCH,
  passwordFields,
  saveOwnAccount,
  SECRET,
} from "./own-account";

const Notes = Lines(20_000).pipe(Html);

/** `activated` is read-only: offices are suspended and activated by higher roles. */
export const CompanyProfile = z
  .object({
    username: z.string(),
    officeName: z.string(),
    manFirstName: z.string(),
    manLastName: z.string(),
    manEmail: z.string(),
    agentNotes: z.string(),
    mails: z.array(z.string()),
    activated: z.boolean(),
    version: z.int(),
  })
  .meta({ id: "OfficeProfile", description: "The settings of an office's own account." });

type Own = { office: Office; account: Account };

async function ownOffice({ accountId }: Actor, { lock = false } = {}): Promise<Own> {
  const office = await Office.findOne({ where: { accountId }, include: [Account.undeleted()], lock });
  if (!office?.account) throw noSuch("office");
  return { office, account: office.account };
}

const profileOf = ({ office, account }: Own): z.output<typeof CompanyProfile> => ({
  username: account.username,
  officeName: office.officeName,
  manFirstName: office.manFirstName,
  manLastName: office.manLastName,
  manEmail: office.manEmail,
  agentNotes: office.agentNotes,
  mails: wantedMails(account),
  activated: account.active,
  version: account.version,
});

export const companyProfile = async (actor: Actor): Promise<z.output<typeof CompanyProfile>> =>
  profileOf(await ownOffice(actor));

export const read = query({
  name: "profile.company.read",
  does: "read the profile of an office",
  allow: only("company"),
  input: Nothing,
  output: CompanyProfile,
  run: ({ actor }) => companyProfile(actor),
});

const ownEmail = changesCredentials(async ({ actor }) => (await ownOffice(actor)).office.manEmail);
const credentials = (call: Call, { password, manEmail }: { password?: string; manEmail?: string }) =>
  ownEmail(call, { password, email: manEmail });

/** Managers can change their office's names, e-mail and must-read notes, their password and mails. */
export const update = command({
  name: "profile.company.update",
  does: "change the profile of an office",
  allow: only("company"),
  type: "UPDATE",
  whileDue: ["password"],
  credentials,
  confirmed: credentials,
  input: z
    .object({
      officeName: OptionalField(Required()),
      manFirstName: OptionalField(Required()),
      manLastName: OptionalField(Required()),
      manEmail: OptionalField(Email),
      agentNotes: OptionalField(Notes),
      mails: OptionalField(WantedMails),
      ...passwordFields,
      version: Version,
    })
    .refine(isConfirmed, MISMATCH),
  output: CompanyProfile,
  secret: SECRET,
  before: hashNewPassword,
  current: ({ actor }) => companyProfile(actor),
  audited: ({ actor }) => auditedAccount(actor.accountId),
  async run(call, { password, passwordConfirm: _, keepTokens, version, ...fields }, hash: string | undefined) {
    const own = await ownOffice(call.actor, { lock: true });
    const before = profileOf(own);
    const { mails, ...officeFields } = fields;
    await chooseMails(own.account, mails);
    const after = { ...before, ...officeFields, mails: wantedMails(own.account) };
    await own.office.update(officeFields);
    await saveOwnAccount(call, own.account, version, { before, after, password, keepTokens, hash });
    return companyProfile(call.actor);
  },
});
