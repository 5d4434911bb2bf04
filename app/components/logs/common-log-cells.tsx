import type { logs, Output } from "~/gate.server";
import { byMaker } from "~/texts";
import { dateTime, roleLabel } from "../formats";
import { Changes } from "./changes";
import { IpText } from "./ip-text";
import { JsonDetails } from "./json-details";
import type { Cells } from "./log-columns";
import { ResponseCode } from "../ui/state";

type CommonEntry = Output<typeof logs.commonScreen>["items"][number];

/** `lookUp` is the URL of the IP lookup; `{ip}` is replaced with the address. */
export const commonCells = (lookUp: string): Cells<CommonEntry> => ({
  role: { nowrap: true, cell: ({ role }) => role !== null && roleLabel(role) },
  date: { primary: true, nowrap: true, cell: ({ date }) => dateTime(date) },
  username: { cell: ({ username, by }) => username && byMaker(username, by) },
  ip: { cell: ({ ip }) => ip && <Address ip={ip} lookUp={lookUp} /> },
  accountName: { cell: ({ accountName }) => accountName },
  agentName: { cell: ({ agentName }) => agentName },
  officeName: { cell: ({ officeName }) => officeName },
  actionType: { cell: (row) => <Type {...row} /> },
  actionName: { long: true, head: true, cell: (row) => <MethodPath {...row} /> },
  responseCode: {
    cell: ({ responseCode }) => responseCode && <ResponseCode code={responseCode} />,
  },
  postParams: { long: true, screenOnly: true, cell: ({ postParams }) => <JsonDetails value={postParams} /> },
  getParams: { long: true, screenOnly: true, cell: ({ getParams }) => <JsonDetails value={getParams} /> },
});

/** `noreferrer` hides the origin of the visit from the lookup site. */
function Address({ ip, lookUp }: { ip: string; lookUp: string }) {
  return (
    <a href={lookUp.replace("{ip}", encodeURIComponent(ip))} target="_blank" rel="noreferrer">
      <IpText ip={ip} />
    </a>
  );
}

function MethodPath({ actionName }: CommonEntry) {
  const [method, path] = actionName.split(" ", 2);
  return (
    <>
      <b>{method}</b>{" "}
      <span className="cut mono" title={path}>
        {path}
      </span>
    </>
  );
}

function Type({ actionType, changes }: CommonEntry) {
  return (
    <>
      {actionType}
      <Changes changes={changes} />
    </>
  );
}
