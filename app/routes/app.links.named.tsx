import { useActionData, useLoaderData } from "@remix-run/react";
import { Select } from "~/components/form/choices";
import { Form, usePostForm } from "~/components/form/form";
import { TextInput } from "~/components/form/inputs";
import { Part } from "~/components/form/part";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { LinksTabs, NAMED_LINKS } from "~/components/links/links-tabs";
import { namedActs, namedTexts as texts } from "~/components/links/named-texts";
import { SUBS } from "~/components/links/sub-fields";
import { allActs } from "~/components/table/acts";
import type { Column } from "~/components/table/column";
import { Pager } from "~/components/table/pager";
import { ConfirmSubmit, RowActs } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { CopyField } from "~/components/ui/copy-field";
import { links, type Output } from "~/gate.server";
import { actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { screen } from "~/http/screen.server";
import { notices } from "~/texts";

export const loader = screen({ list: links.namedScreen }, { forms: { create: [links.createNamed] } });
export const action = submit(
  { create: links.createNamed, ...actsBy(links.removeNamed, namedActs, singleId) },
  { to: NAMED_LINKS, notice: notices.done },
);
export const meta = pageTitle(texts.heading);

type Named = Output<typeof links.namedScreen>["items"][number];

const columns: Column<Named>[] = [
  { key: "name", label: texts.name, head: true, cell: ({ name }) => name },
  { key: "type", label: texts.link, long: true, cell: ({ sitename, typename }) => `${sitename}: ${typename}` },
  {
    key: "link",
    label: texts.address,
    long: true,
    cell: ({ id, name, link }) => <CopyField id={`named-${id}`} value={link} label={name} end />,
  },
  {
    ...{ key: "parameters", label: texts.parameters, long: true },
    cell: ({ parameters }) =>
      Object.entries(parameters)
        .map(([name, value]) => `${name}=${value}`)
        .join(" "),
  },
  {
    ...{ key: "actions", label: "Actions", acts: true },
    cell: ({ id, name }) => <RowActs action={NAMED_LINKS} id={id} of={name} acts={allActs(namedActs)} />,
  },
];

type Values = Record<"typeId" | "name" | "alias" | "to" | (typeof SUBS)[number], string>;

/** The links that an agent has saved under names, and the form for another one. */
export default function NamedLinks() {
  const { list, can, constraints, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<Values>({ constraint: constraints.create, refused });
  return (
    <ConfirmSubmit action={NAMED_LINKS}>
      <LinksTabs can={can} />
      <ScreenHead title={texts.heading} />
      <p>{texts.intro}</p>
      <Table caption={texts.heading} captionHidden columns={columns} rows={list.items} empty={texts.empty} />
      <Pager page={list.asked.page} pageSize={list.asked.pageSize} total={list.total} />
      <Form form={form} formId={formId} submit={texts.add} layout="parts">
        <input type="hidden" name="intent" value="create" />
        <Part heading={texts.add} id="add">
          <div className="wide">
            <Select field={fields.typeId} label={texts.link} first="Choose a link" choices={list.choices} />
          </div>
          <TextInput field={fields.name} label={texts.name} hint={texts.nameHint} />
          <TextInput field={fields.alias} label={texts.alias} hint={texts.aliasHint} />
          <TextInput field={fields.to} label={texts.to} hint={texts.toHint} inputMode="url" />
          {SUBS.map((name) => (
            <TextInput key={name} field={fields[name]} label={name} />
          ))}
        </Part>
      </Form>
    </ConfirmSubmit>
  );
}
