import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { officeAddress } from "~/components/offices/office-pages";
import { shorten } from "~/components/formats";
import { officeFigures } from "~/components/offices/texts";
import { AdminForm } from "~/components/profile/admin-form";
import { AgentForm } from "~/components/profile/agent-form";
import { CompanyForm } from "~/components/profile/company-form";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { SecondStepNotice } from "~/components/profile/second-step-notice";
import { Standing, StandingLine } from "~/components/profile/standing-line";
import { identity } from "~/gate.server";
import { HOME } from "~/http/return-url";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, profile as texts } from "~/texts";

const { admin, agent, company, screen: profileScreen } = identity.profile;

export const loader = screen(
  { profile: profileScreen },
  {
    forms: {
      admin: [admin.update, ["email"], ({ profile }) => profile.admin],
      agent: [agent.update],
      company: [
        company.update,
        ["officeName", "manFirstName", "manLastName", "manEmail"],
        ({ profile }) => profile.company,
      ],
    },
  },
);
export const action = submit(
  { admin: admin.update, agent: agent.update, company: company.update },
  { to: HOME, notice: notices.done },
);
export const meta = pageTitle(texts.heading);

/** The profile form of the person's role. Saving redirects to home. */
export default function Profile() {
  const { profile, can, me, zone, constraints, formId, newPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const formProps = { refused, formId, suggestion: newPassword.suggestion, optionalMails: profile.optionalMails };
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead
        title={texts.heading}
        state={<Standing status={profile.status} />}
        zone={profile.status.since !== null && zone}
      >
        {profile.company && me.companyId !== null && (
          <a href={officeAddress(me.companyId)}>{officeFigures.heading(shorten(me.officeName ?? ""))}</a>
        )}
      </ScreenHead>
      <SecondStepNotice until={me.secondStepUntil} />
      <StandingLine status={profile.status} />
      {profile.admin && <AdminForm record={profile.admin} constraint={constraints.admin} {...formProps} />}
      {profile.company && <CompanyForm record={profile.company} constraint={constraints.company} {...formProps} />}
      {profile.agent && <AgentForm record={profile.agent} constraint={constraints.agent} {...formProps} />}
    </>
  );
}
