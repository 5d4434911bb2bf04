import type { identity, Output } from "~/gate.server";
import { byMaker, sessions as texts } from "~/texts";
import { dateTime } from "../formats";
import type { HiddenField } from "../form/hidden";
import { IpText } from "../logs/ip-text";
import type { Column } from "../table/column";
import { Pager } from "../table/pager";
import { Table } from "../table/table";
import { Act } from "../ui/confirm";
import { EmptyText } from "../ui/empty-text";
import { State } from "../ui/state";

type Listed = Output<typeof identity.ownSessions.screen>;
type Session = Listed["items"][number];
type Props = {
  sessions: Listed;
  can: { seeIp: boolean };
  /** The fields that the button of a session posts. */
  fields: (session: Session) => readonly HiddenField[];
};

const kind = ({ kind, tokenName, by }: Session) =>
  byMaker(kind === "browser" ? texts.browser : [texts.program, tokenName].filter(Boolean).join(" "), by);

const device = ({ device: name, current }: Session) =>
  current ? (
    <>
      {name} <State tone="accent">{texts.current}</State>
    </>
  ) : (
    name
  );

const columnsOf = ({ can, fields }: Props): Column<Session>[] => [
  { key: "device", label: "Device", head: true, cell: device },
  { key: "kind", label: "Kind", cell: kind },
  ...(can.seeIp ? [{ key: "ip", label: "IP", cell: ({ ip }: Session) => ip && <IpText ip={ip} /> }] : []),
  { key: "createdAt", label: "Login", nowrap: true, sort: true, cell: ({ createdAt }) => dateTime(createdAt) },
  { key: "lastSeenAt", label: "Last seen", nowrap: true, sort: true, cell: ({ lastSeenAt }) => dateTime(lastSeenAt) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (session) =>
      !session.current && (
        <Act act={{ intent: "end", label: texts.end }} of={session.device} fields={fields(session)} />
      ),
  },
];

/** The open sessions of an account, each but the reader's own with a button that ends it. */
export function SessionTable(props: Props) {
  const { items, total, asked: query } = props.sessions;
  return (
    <>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columnsOf(props)}
        rows={items}
        sort={query}
        empty={
          <EmptyText text={texts.none} icon="profile">
            <p className="note">{texts.listed}</p>
          </EmptyText>
        }
      />
      <Pager page={query.page} pageSize={query.pageSize} total={total} />
    </>
  );
}
