import { useLoaderData } from "@remix-run/react";
import { Tabs } from "~/components/frame/tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { MessageTable } from "~/components/messages/message-table";
import { MESSAGES, messages as texts } from "~/components/messages/texts";
import { Pager } from "~/components/table/pager";
import { Refusals } from "~/components/ui/failure-pane";
import { messages } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ list: messages.listScreen });
export const meta = pageTitle(texts.heading);

const addressOf = (box: keyof typeof texts.boxes) => `${MESSAGES}?box=${box}`;

/** Messages that the account received, unread ones first, and those that it sent. */
export default function Messages() {
  const { list, can, today, errors } = useLoaderData<typeof loader>();
  const { asked, box, boxes, total } = list;
  const tabs = boxes.map((name) => ({ to: addressOf(name), label: texts.boxes[name], ownQuery: true as const }));
  return (
    <>
      {boxes.length > 1 && <Tabs label={texts.heading} tabs={tabs} current={addressOf(box)} />}
      <ScreenHead title={texts.heading}>
        {can.sendMessages && (
          <a className="button primary" href={`${MESSAGES}/create`}>
            {texts.compose}
          </a>
        )}
      </ScreenHead>
      <Refusals messages={errors} />
      <MessageTable list={list} today={today} />
      <Pager page={asked.page} pageSize={asked.pageSize} total={total} />
    </>
  );
}
