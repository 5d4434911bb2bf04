import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { actInput, EndSessions, ManagedSessions } from "~/components/people/managed-sessions";
import { Status } from "~/components/ui/state";
import { identity, offices } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, sessions as texts } from "~/texts";

const { end, endAll, screen: sessionsScreen } = identity.managedSessions;

export const loader = screen(
  { office: offices.card, sessions: sessionsScreen },
  { prepare: (values) => ({ ...values, kind: "office" }), needs: "seeOffices" },
);
export const action = submit(
  { end, endAll },
  { to: "/app/offices/:id/sessions", notice: notices.done, prepare: actInput },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ office }) => office.officeName);

/** The sessions of an office's manager. */
export default function OfficeSessions() {
  const { office, sessions, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <OfficePages office={office} can={can}>
        <ScreenHead
          title={texts.of(sessions.account.username)}
          state={<Status {...office} />}
          zone={sessions.total > 0 && zone}
        >
          <EndSessions sessions={sessions} />
        </ScreenHead>
      </OfficePages>
      <ManagedSessions sessions={sessions} can={can} errors={refused ? refused.lastResult.error : errors} />
    </>
  );
}
