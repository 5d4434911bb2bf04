import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeAgents } from "~/components/offices/office-agents";
import { OfficeFigures } from "~/components/offices/office-figures";
import { OfficePages } from "~/components/offices/office-pages";
import { officeFigures as texts } from "~/components/offices/texts";
import { Status } from "~/components/ui/state";
import { offices, reports } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ card: offices.card, office: reports.officeFigures });
export const meta = pageTitle<typeof loader>(texts.title, ({ office }) => office.officeName);

/** One office: its half-months, its best agents, and those who do not sell. */
export default function Figures() {
  const { card, office, can } = useLoaderData<typeof loader>();
  const { id, officeName, top, silent } = office;
  const own: Record<string, string> = can.chooseOffice ? { companyId: String(id) } : {};
  return (
    <>
      <OfficePages office={card} can={can}>
        <ScreenHead title={texts.heading(officeName)} state={<Status {...card} />} />
      </OfficePages>
      <OfficeFigures figures={office} office={own} />
      <OfficeAgents top={top} silent={silent} office={own} />
    </>
  );
}
