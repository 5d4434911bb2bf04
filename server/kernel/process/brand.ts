import { config } from "./config";

/** The name of a deployment and what it shows. The setting `BRAND` selects one. */
export type Brand = {
  readonly name: string;
  /** The CSS class of the document that selects its colours. */
  readonly style: string;
  readonly copyright: string;
  readonly lppVisible: boolean;
  readonly howToSellVisible: boolean;
  readonly IPVisible: boolean;
  readonly ReferrerVisible: boolean;
  /** Redirect target of suspended links; null shows a page that says the link is suspended. */
  readonly suspendedLinkUrl: string | null;
};

export const brands = {
  harbor: {
    name: "Harbor",
    style: "harbor",
    copyright: "© 2026 Harbor",
    lppVisible: true,
    howToSellVisible: true,
    IPVisible: true,
    ReferrerVisible: true,
    suspendedLinkUrl: null,
  },
  summit: {
    name: "Summit",
    style: "summit",
    copyright: "© 2026 Summit",
    lppVisible: false,
    howToSellVisible: true,
    IPVisible: true,
    ReferrerVisible: false,
    suspendedLinkUrl: "https://example.org/",
  },
  plain: {
    name: "Sales Office",
    style: "plain",
    copyright: "© 2026 Sales Office",
    lppVisible: false,
    howToSellVisible: false,
    IPVisible: false,
    ReferrerVisible: false,
    suspendedLinkUrl: null,
  },
} as const satisfies Record<string, Brand>;

export type BrandName = keyof typeof brands;

/** The brand of this deployment. */
export const brand = (): Brand => brands[config().BRAND];
