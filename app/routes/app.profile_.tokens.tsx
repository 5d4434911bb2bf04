import { useActionData, useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { tokenActs } from "~/components/profile/acts";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { ShownToken } from "~/components/profile/shown-token";
import { accessOf, TokenState } from "~/components/profile/token-cells";
import { TokenForm } from "~/components/profile/token-form";
import type { Column } from "~/components/table/column";
import { Pager } from "~/components/table/pager";
import { allActs } from "~/components/table/acts";
import { ConfirmSubmit, RowActs } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { EmptyText } from "~/components/ui/empty-text";
import { identity } from "~/gate.server";
import { modules } from "~/http/document/modules";
import { screen } from "~/http/screen.server";
import { act, actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { byMaker, empty, notices, tokens as texts } from "~/texts";

const PATH = "/app/profile/tokens";
const { create, revoke, screen: tokensScreen } = identity.remoteTokens;

export const loader = screen({ remote: tokensScreen }, { forms: { create: [create] }, reveals: true });
export const action = submit(
  { create: act(create, {}, { reveals: true }), ...actsBy(revoke, tokenActs, singleId) },
  { to: PATH, notice: notices.done },
);
export const meta = pageTitle(texts.heading);

type Token = ReturnType<typeof useLoaderData<typeof loader>>["remote"]["tokens"]["items"][number];

const titleOf = (area: keyof typeof modules): string => modules[area].title;

const columns: Column<Token>[] = [
  { key: "name", label: texts.name, head: true, cell: ({ name, id }) => name || `#${id}` },
  { key: "username", label: texts.username, primary: true, cell: ({ username, by }) => byMaker(username, by) },
  { key: "kind", label: texts.kind, cell: ({ kind }) => texts[kind] },
  { key: "scope", label: texts.scope, cell: ({ scope, areas }) => accessOf(scope, areas?.map(titleOf)) },
  { key: "state", label: texts.state, cell: (token) => <TokenState {...token} /> },
  {
    key: "lastUsedAt",
    label: "Last used",
    nowrap: true,
    cell: ({ lastUsedAt: at }) => (at ? dateTime(at) : texts.never),
  },
  { key: "expiresAt", label: "Expires", nowrap: true, cell: ({ expiresAt }) => dateTime(expiresAt) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, name }) => <RowActs action={PATH} id={id} of={name || `#${id}`} acts={allActs(tokenActs)} />,
  },
];

/** Tokens and sign-in links for programs and browsers: created, shown once and revoked here. */
export default function Tokens() {
  const { remote, can, zone, constraints, formId, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { tokens, asked: query, ...offered } = remote;
  const areas = offered.areas.map((value) => ({ value, label: titleOf(value) }));
  return (
    <ConfirmSubmit action={PATH}>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={tokens.total > 0 && zone} />
      <ShownToken made={revealed} />
      <p className="note">
        {texts.intro}
        {offered.mayCreateService && ` ${texts.serviceIntro}`}
      </p>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columns}
        rows={tokens.items}
        empty={
          <EmptyText text={empty.listYet} brief>
            <p className="note">{texts.first}</p>
          </EmptyText>
        }
      />
      <Pager page={query.page} pageSize={query.pageSize} total={tokens.total} />
      <TokenForm {...{ ...offered, areas, refused, formId }} constraint={constraints.create} />
    </ConfirmSubmit>
  );
}
