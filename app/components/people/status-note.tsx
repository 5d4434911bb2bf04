import { dateTime } from "../formats";
import { Notice } from "../ui/notice";

type Props = {
  active: boolean;
  statusReason: string | null;
  statusBy: string | null;
  statusAt: string | null;
};

/** The account that last suspended or activated the record, the time and the reason. */
export function StatusNote({ active, statusReason, statusBy, statusAt }: Props) {
  if (statusAt === null || (active && !statusReason)) return null;
  return (
    <Notice>
      <p>
        {active ? "Activated" : "Suspended"} {dateTime(statusAt)}
        {statusBy && ` by ${statusBy}`}
        {statusReason && `: ${statusReason}`}
      </p>
    </Notice>
  );
}
