import type { data, LoaderFunctionArgs } from "@remix-run/node";
import { superadminActs } from "~/components/admins/acts";
import { superadmins as superadminTexts } from "~/components/admins/texts";
import { agentActs, approvalActs, deletionActs, statusActs } from "~/components/agents/acts";
import { lossText } from "~/components/agents/loss-text";
import { blackListActs } from "~/components/black-list/acts";
import { blackList as blackListTexts } from "~/components/black-list/texts";
import { domainActs } from "~/components/domains/acts";
import { domains as domainTexts } from "~/components/domains/texts";
import { migrationActs } from "~/components/imports/acts";
import { saleActs } from "~/components/logs/acts";
import { saleLogs as saleTexts } from "~/components/logs/texts";
import { manualActs } from "~/components/manuals/acts";
import { manuals as manualTexts } from "~/components/manuals/texts";
import { messageActs, messages as messageTexts } from "~/components/messages/texts";
import { passkeys as passkeyTexts } from "~/components/passkeys/texts";
import { paymentRuns as runTexts } from "~/components/payment-runs/texts";
import { payoutActs } from "~/components/payouts/acts";
import { aboutPayout } from "~/components/payouts/payout";
import { payouts as payoutTexts } from "~/components/payouts/texts";
import { runActs } from "~/components/payment-runs/acts";
import { passkeyActs, tokenActs } from "~/components/profile/acts";
import { developerLinkActs, pixelActs, secretActs, siteActs, siteFormActs } from "~/components/sites/acts";
import { sitePostback as secretTexts } from "~/components/sites/postback-texts";
import { secretName } from "~/components/sites/site-secrets";
import { sites as siteTexts } from "~/components/sites/texts";
import { type Confirmation, confirmTitle } from "~/components/table/confirm-screen";
import { typeActs, typeDeletion } from "~/components/types/acts";
import { types as typeTexts } from "~/components/types/texts";
import { viewActs } from "~/components/views/acts";
import { views as viewTexts } from "~/components/views/texts";
import { namedActs, namedTexts } from "~/components/links/named-texts";
import { endpointActs } from "~/components/webhooks/acts";
import { webhooks as webhookTexts } from "~/components/webhooks/texts";
import * as gate from "~/gate.server";
import { singleId } from "~/http/forms/acts.server";
import { confirmLoader, confirmNamed } from "~/http/forms/confirm.server";
import * as texts from "~/texts";
import type { ASKING } from "./addresses";
import { valueAt } from "./value-at";

export { ConfirmScreen as default } from "~/components/table/confirm-screen";

type Question = {
  /** The title of the page, before the question. */
  title: string;
  loader: (args: LoaderFunctionArgs) => Promise<ReturnType<typeof data<{ confirmation: Confirmation }>>>;
  /** Whether the name of the record is part of the title. */
  named?: boolean;
};

type NamedSite = Parameters<typeof secretName>[0] & { pixelKeys?: readonly { id: number; key: string }[] };
const siteOrSecret = (site: NamedSite, intent: string, id?: string) => {
  const pixel = site.pixelKeys?.find((one) => String(one.id) === id);
  if (intent === "revoke-pixel" && pixel) return [`${site.sitename}: ${pixel.key}`];
  return [intent === "revoke" ? secretName(site, id) : site.sitename];
};

const questions: Record<`${(typeof ASKING)[number]}/confirm`, Question> = {
  "admins/confirm": {
    title: superadminTexts.heading,
    loader: confirmNamed(superadminActs, gate.identity.superadmins.named),
  },
  "agents/:id/confirm": {
    title: texts.agents.tabs.label,
    loader: confirmNamed({ ...statusActs, ...agentActs }, gate.agents.named),
  },
  "agents/:id/payout/confirm": {
    title: payoutTexts.heading,
    named: true,
    loader: confirmLoader(payoutActs, {
      queries: { payout: gate.payouts.readAgent },
      about: ({ payout }) => aboutPayout(payout),
      record: ({ payout }) => [["version", payout.version]],
    }),
  },
  "agents/confirm": { title: texts.agents.heading, loader: confirmNamed(statusActs, gate.agents.named) },
  "agents/edit/:id/confirm": {
    title: texts.agents.update,
    loader: confirmLoader(deletionActs, {
      queries: { form: gate.agents.editScreen, loss: gate.payroll.deletionLoss },
      about: ({ form, loss }) => ({ names: [form.agent.username], note: loss ? lossText(loss) : undefined }),
      record: ({ form }) => [["username", form.agent.username]],
    }),
  },
  "links/named/confirm": {
    title: namedTexts.heading,
    loader: confirmNamed(namedActs, gate.links.namedLinks),
  },
  "logs/sale-logs/confirm": { title: saleTexts.heading, loader: confirmNamed(saleActs, gate.logs.namedSales) },
  "messages/:id/confirm": {
    title: messageTexts.heading,
    loader: confirmNamed(messageActs, gate.messages.named),
  },
  "migration/confirm": {
    title: texts.migration.heading,
    loader: confirmLoader(migrationActs, {
      queries: { waiting: gate.migration.count },
      about: ({ waiting }) => ({ names: [], note: texts.migration.waiting(waiting.count) }),
      record: () => [],
    }),
  },
  "offices/:id/payout/confirm": {
    title: payoutTexts.heading,
    named: true,
    loader: confirmLoader(payoutActs, {
      queries: { payout: gate.payouts.readOffice },
      about: ({ payout }) => aboutPayout(payout),
      record: ({ payout }) => [["version", payout.version]],
    }),
  },
  "offices/domains/confirm": {
    title: domainTexts.heading,
    loader: confirmNamed(domainActs, gate.domains.confirmScreen),
  },
  "profile/tokens/confirm": {
    title: texts.tokens.heading,
    loader: confirmNamed(tokenActs, gate.identity.remoteTokens.named),
  },
  "profile/two-step/confirm": {
    title: passkeyTexts.heading,
    loader: confirmNamed(passkeyActs, gate.identity.passkeys.named),
  },
  "profile/views/confirm": { title: viewTexts.heading, loader: confirmNamed(viewActs, gate.views.named) },
  "profile/webhooks/:id/confirm": {
    title: webhookTexts.updateHeading,
    loader: confirmLoader(endpointActs, {
      queries: { endpoint: gate.webhooks.read },
      about: ({ endpoint }) => ({ names: [`${endpoint.name} (${endpoint.url})`] }),
    }),
  },
  "settings/black-list-ip/confirm": {
    title: blackListTexts.heading,
    loader: confirmNamed(blackListActs, gate.blacklist.named),
  },
  "site-manuals/confirm": {
    title: manualTexts.heading,
    loader: confirmLoader(manualActs, {
      queries: { manual: gate.manuals.read },
      about: ({ manual }) => ({ names: [manual.sitename] }),
      prepare: singleId,
    }),
  },
  "sites/:id/secrets/confirm": {
    title: secretTexts.title,
    loader: confirmLoader(
      { ...secretActs, ...pixelActs, ...developerLinkActs },
      {
        queries: { form: gate.sites.editScreen },
        about: ({ form: { site } }, intent, [id]) => ({ names: siteOrSecret(site, intent, id) }),
      },
    ),
  },
  "sites/:siteId/types/edit/:id/confirm": {
    title: typeTexts.updateHeading,
    named: true,
    loader: confirmLoader(typeActs, {
      queries: { form: gate.types.editScreen },
      about: ({ form: { site, type, used } }) => ({
        names: [`${site.sitename}: ${type.typename}`],
        ...typeDeletion(used),
      }),
      record: ({ form }) => [["name", form.type.typename]],
    }),
  },
  "sites/edit/:id/confirm": {
    title: siteTexts.updateHeading,
    loader: confirmLoader(
      { ...siteFormActs, ...secretActs },
      {
        queries: { form: gate.sites.editScreen },
        about: ({ form: { site, along } }, intent, [id]) => ({
          names: siteOrSecret(site, intent, id),
          ...(intent === "delete" && (along ? { note: siteTexts.along(along) } : { impossible: siteTexts.inUse })),
        }),
      },
    ),
  },
  "sites/sites/confirm": { title: siteTexts.heading, loader: confirmNamed(siteActs, gate.sites.named) },
  "stats/payment-runs/confirm": { title: runTexts.heading, loader: confirmNamed(runActs, gate.payroll.namedRuns) },
  "unapprove/confirm": { title: texts.approvals.heading, loader: confirmNamed(approvalActs, gate.agents.named) },
};

const questionAt = (pathname: string) => valueAt(questions, pathname);

export const loader = (args: LoaderFunctionArgs) => questionAt(new URL(args.request.url).pathname).loader(args);

export const meta: ReturnType<typeof confirmTitle> = (args) => {
  const { title, named } = questionAt(args.location.pathname);
  return confirmTitle(title, { named })(args);
};
