import { chatLogs as texts } from "~/components/logs/chat-texts";
import { dateTime } from "../formats";
import { withQuery } from "../ui/address";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";

type Chat = {
  id: number;
  officeName?: string;
  agentUsername?: string;
  sitename: string;
  clientUsername: string;
  conversation: string;
  /** Whether the conversation is truncated. */
  cut: boolean;
  submitTime: string;
};

/** The columns that the account may see. `search` is the query of the list; links to full conversations keep it. */
export const chatColumns = (can: { chooseOffice: boolean; chooseAgent: boolean }, search: string): Column<Chat>[] => {
  const columns: (Column<Chat> | false)[] = [
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
      cell: ({ agentUsername }) => agentUsername,
    },
    { key: "sitename", label: texts.site, sort: true, cell: ({ sitename }) => <ShortText text={sitename} /> },
    {
      key: "clientUsername",
      label: texts.client,
      sort: true,
      head: true,
      cell: ({ clientUsername }) => <ShortText text={clientUsername} />,
    },
    {
      key: "conversation",
      label: texts.conversation,
      sort: true,
      cell: ({ id, conversation, cut, clientUsername }) => (
        <div className="kept" id={`chat-${id}`}>
          {conversation}
          {cut && (
            <>
              {" "}
              <a href={`${withQuery(search, { open: id })}#chat-${id}`}>
                {texts.whole}
                <span className="unseen"> {clientUsername}</span>
              </a>
            </>
          )}
        </div>
      ),
    },
    {
      key: "submitTime",
      label: "Submit Time",
      sort: true,
      primary: true,
      nowrap: true,
      cell: ({ submitTime }) => dateTime(submitTime),
    },
  ];
  return columns.filter((column): column is Column<Chat> => column !== false);
};
