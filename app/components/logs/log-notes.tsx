import { useLocation } from "@remix-run/react";
import { logs as texts } from "~/texts";
import { dateTime } from "../formats";
import { withQuery } from "../ui/address";
import { Notice } from "../ui/notice";

type Props = { page: number; next?: string; cutOffAt?: string; sortedAmong?: number; total: number };

const MAX_COUNTED = 10_000;

/** Notes shown if the log was not searched, sorted or counted to its end. */
export function LogNotes({ page, next, cutOffAt, sortedAmong, total }: Props) {
  const { search } = useLocation();
  return (
    <>
      {cutOffAt && (
        <Notice>
          {texts.cutOff(dateTime(cutOffAt))}{" "}
          {next && <a href={withQuery(search, { page: page + 1, after: next })}>{texts.searchOn}</a>}
        </Notice>
      )}
      {sortedAmong && <p className="note">{texts.sortedAmong(sortedAmong)}</p>}
      {total >= MAX_COUNTED && !cutOffAt && <p className="note">{texts.many}</p>}
    </>
  );
}
