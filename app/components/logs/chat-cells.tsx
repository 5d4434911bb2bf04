import { chatLogs as texts } from "~/components/logs/texts";
import type { logs, Output } from "~/gate.server";
import { dateTime } from "../formats";
import { withQuery } from "../ui/address";
import { ShortText } from "../ui/short-text";
import type { Cells } from "./log-columns";

type Chat = Output<typeof logs.chatScreen>["items"][number];

/** `search` is the query of the list; links to full conversations keep it. */
export const chatCells = (search: string): Cells<Chat> => ({
  officeName: { cell: ({ officeName = "" }) => <ShortText text={officeName} /> },
  agentUsername: { cell: ({ agentUsername }) => agentUsername },
  sitename: { cell: ({ sitename }) => <ShortText text={sitename} /> },
  clientUsername: { head: true, cell: ({ clientUsername }) => <ShortText text={clientUsername} /> },
  conversation: {
    long: true,
    cell: ({ id, conversation, cut, clientUsername }) => (
      <div className="kept" id={`chat-${id}`}>
        {conversation}
        {cut && (
          <>
            {" "}
            <a className="nowrap" href={`${withQuery(search, { open: id })}#chat-${id}`}>
              {texts.whole}
              <span className="unseen"> {clientUsername}</span>
            </a>
          </>
        )}
      </div>
    ),
  },
  submitTime: { primary: true, nowrap: true, cell: ({ submitTime }) => dateTime(submitTime) },
});
