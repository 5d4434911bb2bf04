import type { DefaultValue } from "@conform-to/react";
import { siteFormActs } from "./acts";
import { sites as texts } from "~/components/sites/texts";
import { Checkbox, Select } from "../form/choices";
import { Conflict, yesNo } from "../ui/conflict";
import { Form, type Refused, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { Textarea, TextInput } from "../form/inputs";

type Values = {
  sitename: string;
  shortname: string;
  abbr: string;
  type: string;
  url: string;
  clickParam: string;
  contactName: string;
  email: string;
  phoneNum: string;
  note: string;
  status: boolean;
  hidden: boolean;
  useApproveSale: boolean;
  avp: boolean;
  specialReport: boolean;
  /** One address or network per line. */
  allowedAddresses: string;
  enableForAll: boolean;
};

type Props = {
  initial: DefaultValue<Values>;
  /** Version of an existing site; undefined for a new one. */
  version?: number;
  categories: readonly string[];
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

const addressList = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : String(value ?? "").split(/\s+/)).filter(Boolean).join(", ");

const conflictFields = [
  ["sitename", texts.sitename],
  ["shortname", texts.shortname],
  ["abbr", texts.abbr],
  ["type", texts.type],
  ["url", texts.url],
  ["clickParam", texts.clickParam],
  ["contactName", texts.contactName],
  ["email", texts.email],
  ["phoneNum", texts.phoneNum],
  ["note", texts.note],
  ["status", texts.activated, yesNo],
  ["hidden", texts.hidden, yesNo],
  ["useApproveSale", texts.useApproveSale, yesNo],
  ["avp", texts.avp, yesNo],
  ["specialReport", texts.specialReport, yesNo],
  ["allowedAddresses", texts.allowedAddresses, addressList],
] as const;

/** The form for new and existing sites (SITE-09). */
export function SiteForm({ initial, version, categories, refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const types = categories.map((type) => ({ value: type, label: type }));
  const isNew = version === undefined;
  return (
    <>
      <Conflict refused={refused} fields={conflictFields} />
      <Form {...{ form, formId, version, back }} submit="Confirm" layout="parts" cancel="/app/sites/sites">
        <input type="hidden" name="intent" value="save" />
        <Part heading={texts.parts.site}>
          <TextInput field={fields.sitename} label={texts.sitename} focused={isNew && !refused} />
          <TextInput field={fields.shortname} label={texts.shortname} />
          <TextInput field={fields.abbr} label={texts.abbr} />
          <Select field={fields.type} label={texts.type} first={texts.typeFirst} choices={types} />
          <TextInput field={fields.url} label={texts.url} hint={texts.urlHint} inputMode="url" />
          <TextInput field={fields.clickParam} label={texts.clickParam} hint={texts.clickParamHint} />
        </Part>
        <Part heading={texts.parts.contact}>
          <TextInput field={fields.contactName} label={texts.contactName} />
          <TextInput field={fields.email} label={texts.email} type="email" />
          <TextInput field={fields.phoneNum} label={texts.phoneNum} />
          <Textarea field={fields.note} label={texts.note} rows={3} />
        </Part>
        <Part heading={texts.parts.status}>
          <Checkbox field={fields.status} label={texts.activated} hint={texts.activatedHint} />
          <Checkbox field={fields.hidden} label={texts.hidden} hint={texts.hiddenHint} />
          <Checkbox field={fields.useApproveSale} label={texts.useApproveSale} hint={texts.useApproveSaleHint} />
          <Checkbox field={fields.avp} label={texts.avp} hint={texts.avpHint} />
          <Checkbox field={fields.specialReport} label={texts.specialReport} />
          {isNew && <Checkbox field={fields.enableForAll} label={siteFormActs.enable.label} hint={texts.enableHint} />}
        </Part>
        <Part heading={texts.allowedAddresses} alone>
          <Textarea
            field={fields.allowedAddresses}
            label={texts.allowedAddresses}
            hint={texts.allowedAddressesHint}
            rows={4}
          />
        </Part>
      </Form>
    </>
  );
}
