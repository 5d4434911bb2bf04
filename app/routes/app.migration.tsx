import { useLoaderData } from "@remix-run/react";
import { migrationActs } from "~/components/imports/acts";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import type { Column } from "~/components/table/column";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { migration } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { agents, empty, migration as texts } from "~/texts";

const PATH = "/app/migration";
/** The migrated agents, those added last first. */
const MIGRATED = "/app/agents?migrated=1&sortField=id&sortAsc=false";
type Done = { migrated: number; skipped: { username: string; reason: string }[] };

export const loader = screen({ waiting: migration.migrationScreen });
export const action = submit(
  { migrate: migration.migrate },
  {
    // Without a migrated agent, only the list of skipped ones says why.
    to: ({ migrated }: Done) => (migrated > 0 ? MIGRATED : PATH),
    notice: (_values, { migrated, skipped }: Done) => texts.done(migrated, skipped),
  },
);
export const meta = pageTitle(texts.heading);

type Skipped = ReturnType<typeof useLoaderData<typeof loader>>["waiting"]["skipped"][number];

// `aria-disabled` keeps the scripts from enabling the button when its form is valid.
const disabledIfEmpty = (count: number) => (count === 0 ? ({ disabled: true, "aria-disabled": true } as const) : {});

const columns: Column<Skipped>[] = [
  { key: "username", label: "Username", head: true, cell: ({ username }) => username },
  { key: "legacyId", label: "Old ID", cell: ({ legacyId }) => legacyId },
  { key: "reason", label: "Reason", cell: ({ reason }) => reason },
];

/** Migrates agents that are marked as ready from an older server. */
export default function Migration() {
  const { waiting, formId } = useLoaderData<typeof loader>();
  const { count, skipped } = waiting;
  return (
    <>
      <ScreenHead title={texts.heading} list={{ to: "/app/agents", label: agents.heading }} />
      <div className="card">
        <p>{texts.waiting(count)}</p>
        <ConfirmSubmit action={PATH}>
          <guarded-form>
            <form action={`${PATH}/confirm`}>
              <input type="hidden" name="formId" value={formId} />
              <button
                className="primary"
                name="intent"
                value="migrate"
                data-ask={migrationActs.migrate.ask}
                {...disabledIfEmpty(count)}
              >
                {migrationActs.migrate.label}
              </button>
            </form>
          </guarded-form>
        </ConfirmSubmit>
      </div>
      {skipped.length > 0 && <Table caption={texts.skipped} columns={columns} rows={skipped} empty={empty.list} />}
    </>
  );
}
