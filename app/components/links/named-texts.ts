import type { Acts } from "../table/acts";

/** Texts and acts of the screen for the links that agents save. */
export const namedTexts = {
  heading: "Saved links",
  intro:
    "Give a link a name and a short address of your own, with sub ids and a page of the site that every click on it has.",
  empty: "No saved links yet",
  add: "Save a link",
  name: "Name",
  nameHint: "A name to recognize it by.",
  link: "Link",
  alias: "Alias",
  aliasHint: "The end of its address: 3 to 24 lowercase letters, digits and hyphens. Without one, it is made up.",
  to: "Page of the site",
  toHint: "An address of the site, if the link allows it.",
  address: "Address",
  parameters: "Parameters",
} as const;

export const namedActs = {
  delete: {
    label: "Delete",
    ask: "Delete this link? Its address stops working, and nobody can use it again.",
    danger: true,
    can: "saveLinks",
  },
} as const satisfies Acts;
