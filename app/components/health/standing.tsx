import { Fragment, type ReactNode } from "react";
import { health as texts } from "~/components/health/texts";
import { count, dateTime } from "../formats";
import type { Health } from "./health";
import { bytes, duration } from "./measures";

/** Formats a part of the health report, or returns a note when the part was not answered in time. */
const told = <P,>(part: P | null, value: (part: P) => ReactNode): ReactNode =>
  part === null ? texts.unanswered : value(part);

/** The last run of each scheduled maintenance job. */
export function LastUpkeep({ health: { warnings, backup, doctor, retention } }: { health: Health }) {
  // Null means either that the job never ran or that its record could not be read.
  const never = warnings.includes("unanswered") ? texts.unanswered : texts.none;
  return (
    <Facts
      id="maintenance"
      heading={texts.maintenance}
      facts={[
        [
          texts.backup,
          backup
            ? texts.backedUp(dateTime(backup.endedAt), bytes(backup.bytes), backup.rows, duration(backup.seconds))
            : never,
        ],
        [
          texts.doctor,
          doctor ? texts.looked(dateTime(doctor.endedAt), doctor.broken, duration(doctor.seconds)) : never,
        ],
        [
          texts.retention,
          retention
            ? texts.retained(
                dateTime(retention.endedAt),
                ...[retention.blanked, retention.deleted].map((rows) =>
                  Object.values(rows).reduce((sum, count) => sum + count, 0),
                ),
              )
            : never,
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
        [texts.version, told(database, ({ version }) => version)],
        [texts.startedAt, told(database, ({ startedAt }) => dateTime(startedAt))],
        [texts.size, told(database, (one) => bytes(one.bytes))],
        [texts.connections, told(database, (one) => texts.ofMost(one.connections, one.mostConnections))],
        [texts.transaction, told(database, ({ transactionSeconds }) => duration(transactionSeconds))],
      ]}
    />
  );
}

const HELD = "/app/logs/postbacks?verdict=held";

/** The backlog: received data that is not in its final place yet. Also the last month with a partition. */
export function Waiting({ health: { folding, spool, held, months } }: { health: Health }) {
  return (
    <Facts
      id="waiting"
      heading={texts.queues}
      facts={[
        [
          texts.deltas,
          told(folding, ({ waiting, countedTo }) => (waiting < countedTo ? count(waiting) : texts.orMore(waiting))),
        ],
        [
          texts.folded,
          told(folding, ({ secondsAgo }) => (secondsAgo === null ? texts.none : texts.ago(duration(secondsAgo)))),
        ],
        [texts.spool, spool.bytes === 0 ? texts.empty : texts.spooled(bytes(spool.bytes), spool.files)],
        ...(spool.bytes > 0 ? [[texts.oldest, duration(spool.seconds)] as const] : []),
        [texts.refusedFiles, spool.refused.length === 0 ? texts.none : spool.refused.join(", ")],
        [texts.held, <HeldLink key="held" held={held} />],
        [texts.months, told(months, ({ until }) => until ?? texts.none)],
      ]}
    />
  );
}

function HeldLink({ held }: Pick<Health, "held">) {
  if (held === null) return texts.unanswered;
  if (held.oldestAt === null) return texts.none;
  return <a href={HELD}>{texts.heldSince(held.count, dateTime(held.oldestAt))}</a>;
}

type Props = { id: string; heading: string; facts: readonly (readonly [string, ReactNode])[]; children?: ReactNode };

/** A section of the page: a list of names and values. */
function Facts({ id, heading, facts, children }: Props) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </section>
  );
}
