import { clickLogs as texts } from "~/components/logs/texts";
import type { logs, Output } from "~/gate.server";
import { dateTime } from "../formats";
import { ShortLink } from "../table/short-link";
import { Moment } from "../ui/moment";
import { ShortText } from "../ui/short-text";
import { IpText } from "./ip-text";
import type { Cells } from "./log-columns";
import { subsCell } from "./sub-ids";

type Click = Output<typeof logs.clickScreen>["items"][number];

const LINK = 20;
const REFERRER = 15;

/** A click that does not count shows the reason next to its link's name. */
export const clickCells = (rows: readonly Click[]): Cells<Click> => ({
  officeName: { cell: ({ officeName = "" }) => <ShortText text={officeName} /> },
  agentUsername: { nowrap: true, cell: ({ agentUsername }) => agentUsername },
  sitename: { head: true, cell: ({ sitename }) => <ShortText text={sitename} /> },
  typename: { cell: (click) => <Type {...click} /> },
  url: { long: true, cell: ({ url }) => <ShortLink url={url} max={LINK} /> },
  clickTime: {
    title: texts.became,
    primary: true,
    nowrap: true,
    cell: ({ id, clickTime }) => (
      <a href={`/app/links/doctor?link=${id}`}>
        <Moment text={dateTime(clickTime)} />
      </a>
    ),
  },
  fromIp: { nowrap: true, cell: ({ fromIp }) => fromIp && <IpText ip={fromIp} /> },
  uniques: { numeric: true, cell: ({ uniques }) => uniques },
  referer: {
    long: true,
    screenOnly: true,
    cell: ({ referer }) => referer && <ShortLink url={referer} max={REFERRER} />,
  },
  ...subsCell(rows),
});

function Type({ typename, class: name }: Click) {
  return (
    <>
      <ShortText text={typename} />
      {name !== "ok" && <small className="note"> {texts.notCounted(name)}</small>}
    </>
  );
}
