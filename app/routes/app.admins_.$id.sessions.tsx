import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { admins as adminTexts } from "~/components/admins/texts";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { actInput, EndSessions, ManagedSessions } from "~/components/people/managed-sessions";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, sessions as texts } from "~/texts";

const { end, endAll, screen: sessionsScreen } = identity.managedSessions;

export const loader = screen(
  { sessions: sessionsScreen },
  { prepare: (values) => ({ ...values, kind: "admin" }), needs: "seeAdmins" },
);
export const action = submit(
  { end, endAll },
  { to: "/app/admins/:id/sessions", notice: notices.done, prepare: actInput },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ sessions }) => sessions.account.username);

/** The sessions of an admin. */
export default function AdminSessions() {
  const { sessions, can, zone, errors } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead
        title={texts.of(sessions.account.username)}
        list={{ to: "/app/admins", label: adminTexts.heading }}
        record={<a href={`/app/admins/edit/${id}`}>{sessions.account.username}</a>}
        zone={sessions.total > 0 && zone}
      >
        <EndSessions sessions={sessions} />
      </ScreenHead>
      <ManagedSessions sessions={sessions} can={can} errors={refused ? refused.lastResult.error : errors} />
    </>
  );
}
