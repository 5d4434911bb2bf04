import type { DefaultValue } from "@conform-to/react";
import { Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea, TextInput } from "../form/inputs";
import type { Choice } from "../form/options";
import { SingleDate } from "../pickers/single-date";
import { CLAIMS, claims as texts } from "./texts";

type Values = { siteId: string; date: string; txid: string; customerEmail: string; note: string };
type Props = {
  sites: readonly Choice[];
  initial: DefaultValue<Values>;
  today: string;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

/** The form for a missing sale. */
export function ClaimForm({ sites, initial, today, refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <Form form={form} formId={formId} submit={texts.send} cancel={CLAIMS} back={back}>
      <Select field={fields.siteId} label={texts.site} first="Choose a site" choices={sites} focused={!refused} />
      <SingleDate field={fields.date} label={texts.date} today={today} />
      <TextInput field={fields.txid} label={texts.txid} hint={texts.either} />
      <TextInput field={fields.customerEmail} label={texts.email} type="email" />
      <Textarea field={fields.note} label={texts.note} hint={texts.noteHint} rows={5} />
    </Form>
  );
}

/** The link to the form. `about` fills it in. */
export function MissingSale({ can, about = {} }: { can: { claimSales: boolean }; about?: Record<string, unknown> }) {
  if (!can.claimSales) return null;
  const known = Object.entries(about).filter(([, value]) => typeof value === "string" && value !== "");
  const query = new URLSearchParams(known as [string, string][]).toString();
  return <a href={`${CLAIMS}/create${query && `?${query}`}`}>{texts.missing}</a>;
}

/** On the screens that book a sale: the claim that it is booked for, by the `claim` of the address. */
export function ForClaim({ claim }: { claim: unknown }) {
  const id = claimIn(claim);
  return id === undefined ? null : (
    <p className="note">
      For <a href={`${CLAIMS}/${id}`}>{texts.one(id)}</a>
    </p>
  );
}

/** The number of a claim in an address; undefined for anything else. */
export const claimIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^[1-9]\d{0,9}$/.test(value) ? value : undefined;
