import type { Acts } from "../table/acts";

/** The inverse act changes the flag, too, so it asks. */
export const siteActs = {
  activate: {
    label: "Activate",
    bulk: "Activate selected",
    ask: "Are you sure? Flag 'Use CardApprove, Sale' will be set too",
    change: { status: 1 },
    undo: { by: "suspend", done: "was activated.", asks: true },
    can: "editCatalogue",
  },
  suspend: {
    label: "Suspend",
    bulk: "Suspend selected",
    ask: "Are you sure? Flag 'Use CardApprove, Sale' will be unset too",
    change: { status: 0 },
    undo: { by: "activate", done: "was suspended.", asks: true },
    can: "editCatalogue",
  },
} as const satisfies Acts;

/** The acts on the screen of a site's form. */
export const siteFormActs = {
  enable: { label: "Enable for all offices", ask: "Are you sure enable site for all offices?", can: "editCatalogue" },
  delete: {
    label: "Delete",
    ask: "Are you sure you want delete site and all links?",
    danger: true,
    can: "deleteRecords",
  },
} as const satisfies Acts;

export const secretActs = {
  revoke: {
    label: "Revoke",
    ask: "Are you sure you want to revoke the secret? Reports that use it will be refused.",
    danger: true,
    can: "editCatalogue",
  },
} as const satisfies Acts;

export const pixelActs = {
  "revoke-pixel": {
    label: "Revoke",
    ask: "Are you sure you want to revoke the key? Reports with it will be refused.",
    danger: true,
    can: "editCatalogue",
  },
} as const satisfies Acts;

/** The acts on the link to the page for a site's developers. */
export const developerLinkActs = {
  "make-link": {
    label: "Replace link",
    ask: "Are you sure you want to replace the link? The present one will stop working.",
    can: "editCatalogue",
  },
  "revoke-link": {
    label: "Revoke link",
    ask: "Are you sure you want to revoke the link? Its page will no longer open.",
    danger: true,
    can: "editCatalogue",
  },
} as const satisfies Acts;
