import { counted } from "../formats";

/** The numbers of records that are deleted with a site. */
export type Along = { links: number; manuals: number; chatLogs: number; claims: number };

/** Texts of the screens of sites. */
export const sites = {
  heading: "Sites",
  tab: "Sites",
  feesTab: "Offices custom payments",
  add: "+ Add Site",
  addHeading: "Add Site",
  updateHeading: "Edit Site",
  links: "Links",
  allTypes: "All",
  allStatuses: "All statuses",

  parts: { site: "Site", contact: "Contact", status: "Status" },
  sitename: "Site Name",
  shortname: "Short name",
  abbr: "Abbreviation",
  type: "Site Type",
  typeFirst: "Choose a type",
  url: "URL",
  urlHint: "The address of the site itself: http:// or https:// and a host name.",
  clickParam: "Click parameter",
  clickParamHint: "The parameter that passes the click ID to the site. Default: clickid.",
  contactName: "Contact name",
  email: "E-mail",
  phoneNum: "Phone",
  note: "Note",
  activated: "Activated",
  activatedHint: "Links of a suspended site do not redirect.",
  hidden: "Hidden",
  hiddenHint: "Left out of choices. Its links keep working.",
  useApproveSale: "Use CardApprove, Sale",
  useApproveSaleHint: "Day#1 is the approval, Day#2 the paid sale. Earlier events do not change.",
  avp: "AVP",
  avpHint: "Sales are paid by the tier that the half-month's sales reach. Earlier events do not change.",
  specialReport: "Special report",
  allowedAddresses: "Allowed addresses",
  allowedAddressesHint:
    "Addresses the site may report from: one IP address or network (192.0.2.0/24) per line. Empty means any address.",

  enableHint: "All offices and their agents can sell it immediately.",
  enabled: (offices: number): readonly [string, string] => [
    "Success",
    offices === 0 ? "All offices already have it" : `Enabled for ${counted(offices, "office", "offices")}`,
  ],
  inUse: "This site has clicks or sales, which have to stay. Please suspend it instead.",
  along: ({ links, manuals, chatLogs, claims }: Along): string => {
    const others = [
      ...(links > 0 ? [counted(links, "link", "links")] : []),
      ...(manuals > 0 ? [counted(manuals, "manual", "manuals")] : []),
      ...(chatLogs > 0 ? [counted(chatLogs, "chat log", "chat logs")] : []),
      ...(claims > 0 ? [counted(claims, "claim", "claims")] : []),
    ];
    const along = others.length > 0 ? ` ${others.join(", ")} will be deleted with it.` : "";
    return `The site has no clicks and no sales.${along} This cannot be undone.`;
  },
} as const;

export const siteSecrets = {
  heading: "Postback secrets",
  intro:
    "The site signs in with a secret when it reports sales. Two can be active: create the second, switch the site to it, then revoke the first.",
  address: "Address for the site to call",
  none: "No secret yet: the site cannot report",
  secret: "Secret",
  created: "Created",
  lastUsed: "Last used",
  never: "Never",
  make: "Create secret",
  full: "Two secrets are active. Revoke one to create another.",
  shownOnce: "Copy it now. It is shown only once.",
} as const;

/** The tabs of one site. */
export const siteTabTexts = {
  list: "Sites",
  details: "Details",
  links: "Links",
  payments: "Office payments",
  secrets: "Secrets and postback",
  manual: "Manual",
} as const;

/** The steps after adding a site. */
export const siteSetUp = {
  heading: "Before this site can sell",
  link: "Add a link with its price",
  secret: "Create a secret for its postbacks",
  offices: "Enable it for offices",
  test: "Send a test postback",
  done: "done",
} as const;

/** The next step after a site or one of its links was saved. */
export const setUpLink = (siteId: number) => ({
  to: `/app/sites/edit/${siteId}#set-up`,
  label: "See what is left to set up.",
});
