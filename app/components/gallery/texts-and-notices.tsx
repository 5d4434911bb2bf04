import { count, dateTime, dollars, percent, period, pesos, ratio, statusLabel } from "../formats";
import { Toasts } from "../frame/toasts";
import { Amount } from "../ui/amount";
import { CopyField } from "../ui/copy-field";
import { EmptyText } from "../ui/empty-text";
import { FailurePane } from "../ui/failure-pane";
import { Facts } from "../ui/facts";
import { Growth } from "../ui/growth";
import { iconNames } from "~/components/ui/icons";
import { Icon } from "../ui/icon";
import { Moment } from "../ui/moment";
import { NamedRows } from "../table/confirm-screen";
import { Notice } from "../ui/notice";
import { ShortLink } from "../table/short-link";
import { ShortText } from "../ui/short-text";
import { ResponseCode, State, Status } from "../ui/state";
import { Unbroken } from "../ui/unbroken";
import { StatusNote } from "../people/status-note";
import { empty, notices } from "~/texts";
import { LONG, Show } from "./show";

const AT = "2026-11-21T15:04:05-05:00";
const undo = { action: "/app/spike", intent: "activate", id: 7 };
const figures = [
  ["Date", <Moment key="date" text={dateTime(AT)} />],
  ["Period", period({ start: "2026-11-01", end: "2026-11-15" })],
  ["Dollars", dollars(-1234.5)],
  ["Pesos", pesos(1234.5)],
  ["Share", percent(12.5)],
  ["Ratio", ratio(12.5)],
  ["Count", count(-3)],
  ["Status", statusLabel(false, true)],
] as const;

/** The product's messages and its formats of figures. */
export function TextsAndNotices() {
  return (
    <>
      <Show title="Notices">
        <Toasts
          toasts={[
            { type: "error", heading: notices.failed, body: "The service is busy." },
            { type: "error", heading: notices.failed, body: LONG, total: 3 },
            { type: "success", heading: notices.done[0], body: notices.done[1] },
            { ...{ type: "success", heading: "anna", body: "was suspended." }, undo },
            { ...{ type: "success", heading: LONG, body: "was hidden." }, undo },
          ]}
        />
        <Notice>
          <p>An explanation for the reader of this screen.</p>
          <p>{LONG}</p>
        </Notice>
        <StatusNote active={false} statusReason="No answer for two weeks." statusBy="super" statusAt={AT} />
        <FailurePane faults={[{ message: "The office is closed." }]} />
        <FailurePane
          faults={[
            { message: "Please fill in this field.", id: "form-name", label: "Username" },
            { message: LONG, id: "form-note", label: "Note" },
          ]}
        />
        <EmptyText text={empty.list} />
        <EmptyText brief text={empty.list} />
        <EmptyText text={empty.listYet}>
          <a href="/app/spike">What to do next</a>
        </EmptyText>
      </Show>
      <Show title="States">
        <p className="acts">
          <Status active />
          <Status active={false} hidden />
          <State tone="warn">Waiting</State>
          <State tone="accent">Running</State>
          <State>Over</State>
          <ResponseCode code={204} />
          <ResponseCode code={503} />
        </p>
      </Show>
      <Show title="Formats">
        <Facts
          facts={[
            ...figures,
            [
              "Growth",
              <>
                <Growth value={12.5} /> <Growth value={0} /> <Growth value={-12.5} />
              </>,
            ],
            [
              "Amounts",
              <>
                <Amount text={pesos(1234.5)} /> · <Amount text={dollars(-1234.5)} />
              </>,
            ],
            ["Left out", null],
            ["Very long", LONG],
          ]}
        />
        <div>
          <ShortLink url={`https://example.org/${LONG}`} /> · <ShortLink url="https://example.org/" /> ·{" "}
          <Unbroken text={"A balance of \u2212₱1,234.50 on 2026-11-21. "} />
          <ShortText text={LONG} />
        </div>
        <p>
          <CopyField id="copied" value="https://example.org/api/l/code" label="Link" />
        </p>
        <NamedRows names={["anna", LONG]} />
      </Show>
      <Show title="Icons">
        <p className="acts">
          {iconNames.map((name) => (
            <span key={name}>
              <Icon name={name} /> {name}
            </span>
          ))}
          <Icon name="skull" label="Delete" />
        </p>
      </Show>
    </>
  );
}
