import { useActionData, useLoaderData } from "@remix-run/react";
import { IpListForm } from "~/components/black-list/ip-list-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { blacklist } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { blackList as texts } from "~/components/black-list/texts";

type Added = { added: number; known: number; wrong: { line: number; text: string }[] };

export const loader = screen({}, { needs: "seeSettings", form: [blacklist.addMany] });
export const action = submit(blacklist.addMany, {
  // The new entries first.
  to: "/app/settings/black-list-ip?sortField=id&sortAsc=false",
  notice: (_values, { added, known }: Added) => [notices.done[0], texts.added(added, known)],
  partly: ({ added, known, wrong }: Added) =>
    wrong.length === 0
      ? undefined
      : {
          messages: { ips: texts.wrong(wrong) },
          values: { ips: wrong.map(({ text }) => text).join("\n"), done: texts.added(added, known) },
        },
});
export const meta = pageTitle(texts.addHeading);

/** Valid lines are added. Invalid lines stay in the field, each with a message. */
export default function AddIps() {
  const { constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const done: unknown = refused?.lastResult.initialValue?.done;
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: "/app/settings/black-list-ip", label: texts.heading }} />
      {typeof done === "string" && <p className="good">{done}</p>}
      <IpListForm adds {...{ refused, constraint, formId, back }} />
    </>
  );
}
