import { useActionData, useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import type { Column } from "~/components/table/column";
import { Act } from "~/components/ui/confirm";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { byMaker, empty, notices, sessions as texts } from "~/texts";

const PATH = "/app/profile/sessions";
const { end, endOthers, screen: sessionsScreen } = identity.ownSessions;

export const loader = screen({ sessions: sessionsScreen });
export const action = submit({ end, endOthers }, { to: PATH, notice: notices.done });
export const meta = pageTitle(texts.heading);

type Session = ReturnType<typeof useLoaderData<typeof loader>>["sessions"]["items"][number];

const kind = ({ kind, tokenName, by }: Session) =>
  byMaker(kind === "browser" ? texts.browser : [texts.program, tokenName].filter(Boolean).join(" "), by);

const columnsFor = (withAddress: boolean): Column<Session>[] => [
  { key: "device", label: "Device", head: true, cell: ({ device }) => device },
  { key: "kind", label: "Kind", cell: kind },
  ...(withAddress ? [{ key: "ip", label: "IP", cell: ({ ip }: Session) => ip ?? "" }] : []),
  { key: "createdAt", label: "Login", nowrap: true, sort: true, cell: ({ createdAt }) => dateTime(createdAt) },
  { key: "lastSeenAt", label: "Last seen", nowrap: true, sort: true, cell: ({ lastSeenAt }) => dateTime(lastSeenAt) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, device, current }) =>
      current ? (
        <b>{texts.current}</b>
      ) : (
        <Act act={{ intent: "end", label: texts.end }} of={device} fields={[["id", id]]} />
      ),
  },
];

/** The person's sessions, with a way to end those they do not recognize. */
export default function Sessions() {
  const { sessions, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { items, total, asked: query } = sessions;
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        {total > 1 && (
          <form method="post">
            <button name="intent" value="endOthers">
              {texts.endOthers}
            </button>
          </form>
        )}
      </ScreenHead>
      <p>{texts.intro}</p>
      <Refusals messages={refused ? refused.lastResult.error : errors} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={columnsFor(can.seeIp)}
        rows={items}
        sort={query}
        empty={empty.list}
      />
      <Pager page={query.page} pageSize={query.pageSize} total={total} />
    </>
  );
}
