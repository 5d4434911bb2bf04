import { useActionData, useLoaderData } from "@remix-run/react";
import { IpListForm } from "~/components/black-list/ip-list-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { blacklist } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { blackList as texts } from "~/components/black-list/texts";

export const loader = screen({}, { needs: "seeSettings", form: [blacklist.removeByValue, ["ips"]] });
export const action = submit(blacklist.removeByValue, {
  prepare: ({ ips }) => ({ ips: String(ips ?? "").split(/\r\n|\r|\n/) }),
  to: "/app/settings/black-list-ip",
  notice: (_values, { deleted, notFound }: { deleted: number; notFound: string[] }) => [
    notices.done[0],
    texts.removed(deleted, notFound),
  ],
});
export const meta = pageTitle(texts.removeHeading);

export default function DeleteIps() {
  const { constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.removeHeading} list={{ to: "/app/settings/black-list-ip", label: texts.heading }} />
      <IpListForm {...{ refused, constraint, formId, back }} />
    </>
  );
}
