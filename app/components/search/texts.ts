/** Texts of the search. */
export const search = {
  heading: "Search",
  label: "Search",
  /** Distinguishes the search in the header from the criteria of a list. */
  placeLabel: "Everything",
  placeholder: "Search ( / )",
  field: "Name, e-mail, ID or link",
  hint: "Part of a username, name, office, site or link name; or a whole customer e-mail, click ID, transaction ID or link.",
  ownHint: "Part of a site or link name; or a whole customer e-mail, click ID, transaction ID or one of your links.",
  nothing: (q: string) => `Nothing found for “${q}”.`,
  advice: "Part of a name is enough. E-mail addresses of customers, IDs and links must be complete.",
  more: "There are more. Type more of the name.",
  agents: "Agents",
  offices: "Offices",
  sites: "Sites",
  types: "Links of sites",
  sold: "Sales and postbacks",
  doctor: "Why was it not paid?",
  waiting: "waiting for approval",
} as const;
