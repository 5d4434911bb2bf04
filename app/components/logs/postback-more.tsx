import type { ReactNode } from "react";
import { byMaker } from "~/texts";
import { postbacks as texts } from "~/components/logs/texts";
import { dateTimeSeconds } from "../formats";
import { logAddress } from "../links/event-records";
import { lineAddress } from "../statements/statement";
import type { Postback, PostbackCan } from "./postback";

/**
 * The content of an opened row: links to its records and, for those who may replay it, the request and its replays. A
 * page has it for every row, so nothing is written twice: only a request that was not booked is also shown as one line.
 */
export function PostbackMore({ row, can }: { row: Postback; can: PostbackCan }) {
  const { verdict, clickId, ip, params, details } = row;
  const { receipt, decidedAt, tries = 0, replays = [] } = details;
  return (
    <>
      <Records row={row} can={can} />
      <dl className="facts">
        {clickId && !params && <Fact name="Click Id">{clickId}</Fact>}
        {ip && <Fact name={texts.address}>{ip}</Fact>}
        {receipt && verdict !== BOOKED && <Fact name={texts.receipt}>{receipt}</Fact>}
        {tries > 0 && decidedAt && (
          <Fact name={texts.decided}>{`${dateTimeSeconds(decidedAt)}, ${texts.tries(tries)}`}</Fact>
        )}
        {replays.length > 0 && (
          <Fact name={texts.replays}>
            <Replays replays={replays} />
          </Fact>
        )}
        {params &&
          Object.entries(params)
            .filter(([name]) => verdict !== BOOKED || name !== IN_ITS_COLUMN)
            .map(([name, value]) => (
              <Fact key={name} name={name}>
                {cut(textOf(value))}
              </Fact>
            ))}
        {params && verdict !== BOOKED && (
          <Fact name={texts.raw}>
            <code>{cut(lineOf(params))}</code>
          </Fact>
        )}
      </dl>
    </>
  );
}

/** A booked event is explained by its sale, any other request by its parameters and the Link doctor. */
const BOOKED = "accepted";
/** The parameter that the row itself shows as its transaction. */
const IN_ITS_COLUMN = "txid";

const Replays = ({ replays }: { replays: NonNullable<Postback["details"]["replays"]> }) => (
  <ul>
    {replays.map(({ at, username, by, result }, index) => (
      <li key={index}>
        {[dateTimeSeconds(at), username && byMaker(username, by)].filter(Boolean).join(" · ")}: {result}
      </li>
    ))}
  </ul>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Links to the click, to the sale and to the statement that pays it; else to the diagnosis of the click. */
function Records({ row: { verdict, clickId, details }, can }: { row: Postback; can: PostbackCan }) {
  const { clickTime, sale } = details;
  if (!clickId && !sale) return null;
  return (
    <p className="acts">
      {clickId && clickTime && <a href={logAddress("click-outs", clickId, clickTime)}>{texts.click}</a>}
      {sale && <a href={logAddress("sale-logs", sale.clickId, sale.date)}>{texts.sale}</a>}
      {sale && sale.periodId !== null && (
        <a href={lineAddress(sale.periodId, sale.typeId, can.chooseAgent ? { agentId: sale.agentId } : {})}>
          {texts.statement}
        </a>
      )}
      {clickId && verdict !== BOOKED && <a href={`/app/links/doctor?link=${clickId}`}>{texts.doctor}</a>}
    </p>
  );
}

/** Maximum number of characters shown, to limit the page's size. The export has the full value. */
const MAX_LENGTH = 2_000;

/** All parameters as a site sends them in a query. */
const lineOf = (params: Record<string, unknown>): string =>
  Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join("&");
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
