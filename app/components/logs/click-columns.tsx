import { clickLogs as texts } from "~/components/logs/texts";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { ShortLink } from "../table/short-link";
import { ShortText } from "../ui/short-text";
import { IpText } from "./ip-text";

type Click = {
  id: string;
  officeName?: string;
  agentUsername?: string;
  sitename: string;
  typename: string;
  url: string;
  clickTime: string;
  fromIp?: string | null;
  uniques?: number;
  referer?: string | null;
  class: string;
};

type Can = { chooseOffice: boolean; chooseAgent: boolean; seeIp: boolean; seeReferrer: boolean };

const LINK = 20;
const REFERRER = 15;

/**
 * The columns that the account may see and the brand shows. A click that does not count shows the reason next to its
 * link's name.
 */
export const clickColumns = (can: Can): Column<Click>[] => {
  const columns: (Column<Click> | false)[] = [
    can.chooseOffice && {
      key: "officeName",
      label: "Office",
      sort: true,
      cell: ({ officeName = "" }) => <ShortText text={officeName} />,
    },
    can.chooseAgent && {
      key: "agentUsername",
      label: "Agent",
      sort: true,
      nowrap: true,
      cell: (click) => click.agentUsername,
    },
    {
      key: "sitename",
      label: texts.site,
      sort: true,
      head: true,
      cell: ({ sitename }) => <ShortText text={sitename} />,
    },
    { key: "typename", label: "Type", sort: true, cell: (click) => <Type {...click} /> },
    { key: "url", label: "Link", sort: true, cell: ({ url }) => <ShortLink url={url} max={LINK} /> },
    {
      key: "clickTime",
      title: texts.became,
      label: "Click Time",
      sort: true,
      primary: true,
      nowrap: true,
      cell: ({ id, clickTime }) => <a href={`/app/links/doctor?link=${id}`}>{dateTime(clickTime)}</a>,
    },
    can.seeIp && {
      key: "fromIp",
      label: "IP From",
      sort: true,
      cell: ({ fromIp }) => fromIp && <IpText ip={fromIp} />,
    },
    can.seeIp && { key: "uniques", label: "Uniques", sort: true, numeric: true, cell: ({ uniques }) => uniques },
    can.seeReferrer && {
      key: "referer",
      label: "Referrer",
      sort: true,
      cell: ({ referer }) => referer && <ShortLink url={referer} max={REFERRER} />,
    },
  ];
  return columns.filter((column) => column !== false);
};

function Type({ typename, class: name }: Click) {
  return (
    <>
      <ShortText text={typename} />
      {name !== "ok" && <small className="note"> {texts.notCounted(name)}</small>}
    </>
  );
}
