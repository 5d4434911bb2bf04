import type { ReactNode } from "react";
import { health as texts } from "~/components/health/texts";
import { Dated } from "../ui/line-breaks";
import { count, dateTime } from "../formats";
import { Facts } from "./fact-list";
import type { Health } from "./health";
import { age, bytes, duration } from "./measures";

/** Formats a part of the health report, or returns a note when the part was not answered in time. */
const formatPart = <P,>(part: P | null, value: (part: P) => ReactNode): ReactNode =>
  part === null ? texts.unanswered : value(part);

/** The last run of each scheduled maintenance job. */
export function LastMaintenance({ health }: { health: Health }) {
  const { warnings, backup, doctor: integrityCheck, retention: purge } = health;
  // Null means either that the job never ran or that its record could not be read.
  const missing = warnings.includes("unanswered") ? texts.unanswered : texts.none;
  return (
    <Facts
      id="maintenance"
      heading={texts.maintenance}
      facts={[
        [
          texts.backup,
          backup
            ? texts.backedUp(dateTime(backup.endedAt), bytes(backup.bytes), backup.rows, duration(backup.seconds))
            : missing,
        ],
        [
          texts.doctor,
          integrityCheck
            ? texts.looked(dateTime(integrityCheck.endedAt), integrityCheck.broken, duration(integrityCheck.seconds))
            : missing,
        ],
        [
          texts.retention,
          purge
            ? texts.retained(
                dateTime(purge.endedAt),
                ...[purge.blanked, purge.deleted].map((rows) =>
                  Object.values(rows).reduce((sum, count) => sum + count, 0),
                ),
              )
            : missing,
        ],
      ]}
    />
  );
}

export function DatabaseFacts({ database }: Pick<Health, "database">) {
  return (
    <Facts
      id="database"
      heading={texts.database}
      facts={[
        [texts.version, formatPart(database, ({ version }) => version)],
        [texts.startedAt, formatPart(database, ({ startedAt }) => dateTime(startedAt))],
        [texts.size, formatPart(database, (part) => bytes(part.bytes))],
        [texts.connections, formatPart(database, (part) => texts.ofMost(part.connections, part.mostConnections))],
        [texts.transaction, formatPart(database, ({ transactionSeconds }) => age(transactionSeconds))],
      ]}
    />
  );
}

const PENDING_URL = "/app/logs/postbacks?verdict=held";

/** The backlog: received data that is not in its final place yet. Also the last month with a partition. */
export function Backlog({ health }: { health: Health }) {
  const { folding: rollUp, spool, held: pending, months, unreadableAddresses } = health;
  return (
    <Facts
      id="waiting"
      heading={texts.queues}
      facts={[
        [
          texts.deltas,
          formatPart(rollUp, ({ waiting, countedTo }) =>
            waiting < countedTo ? count(waiting) : texts.orMore(waiting),
          ),
        ],
        [
          texts.folded,
          formatPart(rollUp, ({ secondsAgo }) => (secondsAgo === null ? texts.none : texts.ago(age(secondsAgo)))),
        ],
        [texts.spool, spool.bytes === 0 ? texts.empty : texts.spooled(bytes(spool.bytes), spool.files)],
        ...(spool.bytes > 0 ? [[texts.oldest, age(spool.seconds)] as const] : []),
        [texts.refusedFiles, spool.refused.length === 0 ? texts.none : spool.refused.join(", ")],
        [texts.held, <PendingLink key="held" held={pending} />],
        [texts.months, formatPart(months, ({ until }) => until ?? texts.none)],
        [texts.unreadable, count(unreadableAddresses)],
      ]}
    />
  );
}

function PendingLink({ held: pending }: Pick<Health, "held">) {
  if (pending === null) return texts.unanswered;
  if (pending.oldestAt === null) return texts.none;
  const text = texts.heldSince(pending.count, dateTime(pending.oldestAt));
  return <a href={PENDING_URL}>{Dated({ text })}</a>;
}
