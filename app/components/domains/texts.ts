/** Texts of the screens of preferred domains. */
export const domains = {
  heading: "Domains",
  add: "+ Add Preferred Domain",
  addHeading: "Add Preferred Domain",
  updateHeading: "Preferred Domain",
  empty: "No domains yet",
  lastActive: "Need at least one active domain",
  domain: "Preferred Domain",
  domainHint: "New links use this address: https:// and a host name, without a path.",
  scheme: "https://",
  note: "Note",
  hidden: "Hidden",
  hiddenHint: "Offices that prefer a hidden domain get links on another domain. Existing links keep working.",
} as const;
