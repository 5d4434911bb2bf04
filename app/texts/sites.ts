/** Texts of the screens of sites. */
const activate = "Are you sure? Flag 'Use CardApprove, Sale' will be set too";
const suspend = "Are you sure? Flag 'Use CardApprove, Sale' will be unset too";
const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

export const sites = {
  heading: "Sites",
  tab: "Sites",
  feesTab: "Offices custom payments",
  add: "+ Add Site",
  addHeading: "Add Site",
  updateHeading: "Edit Site",
  links: "Links",
  asks: { activate: { one: activate, selected: activate }, suspend: { one: suspend, selected: suspend } },
  activateSelected: "Activate selected",
  suspendSelected: "Suspend selected",
  allTypes: "All",
  allStatuses: "All statuses",

  sitename: "Site Name",
  shortname: "Short name",
  abbr: "Abbreviation",
  type: "Site Type",
  typeFirst: "Choose a type",
  url: "URL",
  urlHint: "Where the site itself stands: http:// or https:// and a host name.",
  clickParam: "Click parameter",
  clickParamHint: "Under this name links hand the click id on. Left empty it is clickid.",
  contactName: "Contact name",
  email: "E-mail",
  phoneNum: "Phone",
  note: "Note",
  activated: "Activated",
  activatedHint: "Links of a suspended site lead nowhere.",
  hidden: "Hidden",
  hiddenHint: "Left out of choices. Its links go on working.",
  useApproveSale: "Use CardApprove, Sale",
  useApproveSaleHint:
    "Day#1 is the approval, Day#2 the sale that is paid. Events that were reported before keep theirs.",
  avp: "AVP",
  avpHint: "Its sales are paid by the tiers of the half-month's count. Events that were reported before keep theirs.",
  specialReport: "Special report",
  allowedAddresses: "Allowed addresses",
  allowedAddressesHint:
    "From where the site may report: one IP address or network (192.0.2.0/24) a line. Left empty: from anywhere.",

  enable: "Enable for all offices",
  enableHint: "Every office and its agents may sell it at once.",
  confirmEnable: "Are you sure enable site for all offices?",
  enabled: (offices: number): readonly [string, string] => [
    "Success",
    offices === 0 ? "Every office has it already" : `Enabled for ${counted(offices, "office", "offices")}`,
  ],
  remove: "Delete",
  confirmRemove: "Are you sure you want delete site and all links?",
  inUse: "This site has clicks or sales, which have to stay. Please suspend it instead.",
  along: ({ links, manuals, chatLogs }: { links: number; manuals: number; chatLogs: number }): string =>
    `With it go: ${counted(links, "link", "links")}, ${counted(manuals, "manual", "manuals")}, ${counted(chatLogs, "chat log", "chat logs")}.`,
} as const;

export const siteSecrets = {
  heading: "Postback secrets",
  intro:
    "With a secret the site proves that it is the one that reports. Two may live at a time: make the second, let the site use it, then revoke the first.",
  address: "The site calls",
  none: "No secret yet: the site cannot report",
  secret: "Secret",
  created: "Created",
  lastUsed: "Last used",
  never: "Never",
  make: "Make a secret",
  full: "Two secrets live. Revoke one to make another.",
  revoke: "Revoke",
  revokeAsk: "Are you sure to revoke the secret? What the site reports with it is refused from then on.",
  shownOnce: "Copy it now: it is shown this once.",
} as const;
