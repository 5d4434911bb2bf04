import type { offices, Output } from "~/gate.server";
import { offices as texts } from "~/components/offices/texts";
import { count, counted, dateTime } from "../formats";
import { Status } from "../ui/state";
import { PasswordCell, type PasswordView } from "../people/password-cell";
import type { Column } from "../table/column";
import { type OfferedAct, possibleActs } from "../table/acts";
import { RowActs, RowLink } from "../table/row-acts";
import { ShortText } from "../ui/short-text";
import { officeActs } from "./acts";
import { keepSuspendedHtml } from "./keep-suspended";
import { officeAddress } from "./office-pages";

export type ListedOffice = Output<typeof offices.listScreen>["offices"]["items"][number];

/** Acts on an office apply to all of its agents. */
export const withAgents = ({ officeName, agentsCount, suspendedAlone }: ListedOffice): string =>
  `${officeName} (${counted(agentsCount, "agent", "agents")}${suspendedAlone > 0 ? `, ${texts.suspendedAlone(suspendedAlone)}` : ""})`;

const actsOn = (office: ListedOffice): OfferedAct[] =>
  possibleActs(officeActs, office).map((act) =>
    act.intent === "activate" ? { ...act, html: keepSuspendedHtml(office.suspendedAlone) } : act,
  );

export const officeColumns = (action: string, passwords: PasswordView): Column<ListedOffice>[] => [
  {
    key: "officeName",
    label: "Office",
    head: true,
    sort: true,
    cell: ({ id, officeName }) => (
      <a href={officeAddress(id)}>
        <ShortText text={officeName} />
      </a>
    ),
  },
  {
    key: "agentsCount",
    label: "Agents",
    numeric: true,
    sort: true,
    cell: ({ id, agentsCount, waitingCount }) => (
      <>
        <a href={`/app/agents?companyId=${id}&approval=approved`}>{count(agentsCount)}</a>
        {waitingCount > 0 && (
          <small>
            <a href={`/app/agents?companyId=${id}&approval=waiting`}>{texts.waiting(waitingCount)}</a>
          </small>
        )}
      </>
    ),
  },
  {
    key: "sitesCount",
    label: "Sites",
    numeric: true,
    sort: true,
    cell: ({ id, officeName, sitesCount }) => (
      <a href={`/app/offices/${id}/${encodeURIComponent(officeName)}/sites`}>{sitesCount}</a>
    ),
  },
  { key: "username", label: "Username", sort: true, cell: ({ username }) => username },
  {
    key: "plainPassword",
    nowrap: true,
    label: "Password",
    cell: (office) => <PasswordCell {...passwords} account={office} />,
  },
  {
    key: "preferredDomain",
    long: true,
    label: "Preferred Domain",
    tone: () => "cut",
    cell: ({ preferredDomain }) =>
      preferredDomain && (
        <span title={preferredDomain.domain}>{preferredDomain.domain.replace(/^https?:\/\//, "")}</span>
      ),
  },
  {
    key: "active",
    label: "Status",
    primary: true,
    sort: true,
    cell: (row) => <Status {...row} />,
  },
  { key: "regTime", label: "Registered", nowrap: true, sort: true, cell: ({ regTime }) => dateTime(regTime) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (office) => (
      <RowActs action={action} id={office.id} of={office.officeName} acts={actsOn(office)} about={withAgents(office)}>
        <RowLink button href={`/app/offices/edit/${office.id}`} of={office.officeName}>
          Edit
        </RowLink>
      </RowActs>
    ),
  },
];
