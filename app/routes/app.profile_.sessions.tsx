import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SessionTable } from "~/components/people/session-table";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, sessions as texts } from "~/texts";

const PATH = "/app/profile/sessions";
const { end, endOthers, screen: sessionsScreen } = identity.ownSessions;

export const loader = screen({ sessions: sessionsScreen });
export const action = submit({ end, endOthers }, { to: PATH, notice: notices.done });
export const meta = pageTitle(texts.heading);

/** The person's sessions, with a way to end those they do not recognize. */
export default function Sessions() {
  const { sessions, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        {sessions.total > 1 && (
          <form method="post">
            <button name="intent" value="endOthers">
              {texts.endOthers}
            </button>
          </form>
        )}
      </ScreenHead>
      <p className="note">{texts.intro}</p>
      <Refusals messages={refused ? refused.lastResult.error : errors} />
      <SessionTable sessions={sessions} can={can} fields={({ id }) => [["id", id]]} />
    </>
  );
}
