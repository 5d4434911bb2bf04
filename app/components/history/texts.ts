/** Texts of the history of a record. */
export const history = {
  heading: "History",
  title: (name: string) => `History of ${name}`,
  when: "When",
  who: "Who",
  what: "What",
  server: "The server",
  empty: "No changes yet",
  emptyHint: "Every change from now on is listed here, with its author and time.",
  created: "Created",
  deleted: "Deleted",
  changed: "Changed",
  noFields: "Saved without a change",
  added: "added",
  removed: "removed",
  none: "none",
} as const;

/** Parts of a record whose changes are in its history. */
export const parts: Partial<Record<string, string>> = {
  account: "own profile",
  twoStep: "two-step sign-in",
  price: "price",
  siteSecret: "secret",
  siteDeveloperLink: "developer link",
  siteManual: "manual",
};

/** Labels of fields as on their forms, where the name alone does not say it. */
export const fieldLabels: Partial<Record<string, string>> = {
  officeName: "Office",
  companyId: "Office",
  manFirstName: "Manager's first name",
  manLastName: "Manager's last name",
  manEmail: "Manager's e-mail",
  agentNotes: "Must Read",
  mustRead: "Must Read",
  email: "E-mail",
  siteIds: "Sites",
  siteId: "Site",
  typeId: "Link",
  enabledFor: "Enabled for offices",
  sitename: "Site Name",
  shortname: "Short name",
  abbr: "Abbreviation",
  typename: "Link",
  url: "URL",
  clickParam: "Click parameter",
  phoneNum: "Phone",
  useApproveSale: "Use CardApprove, Sale",
  avp: "AVP",
  hint: "Ends with",
  payoutDetails: "Payout details changed",
  statusReason: "Reason",
  loginBlocked: "Sign-in disabled",
  preferredDomainId: "Preferred Domain",
  html: "Text",
};
