import { createContext, useContext } from "react";

/** Data about the current response, for the document and the error pages. */
export type Page = {
  readonly nonce: string;
  /** URL of the script that every page loads. */
  readonly enhance: string;
  /** Development server only: the runtime for hot updates of components. */
  readonly preamble?: string;
  /** Shown on the page of an unexpected error. The log has the details under this ID. */
  readonly requestId: string;
  /** Whether the menu is around the page. Without it, an error looks like a page for people without a session. */
  readonly framed: boolean;
  /** The refused fields of the page by name, in their order. Each adds itself while it is rendered. */
  readonly refused: Map<string, { id: string; label: string }>;
};

export const PageContext = createContext<Page>({
  nonce: "",
  enhance: "",
  requestId: "",
  framed: false,
  refused: new Map(),
});

export const usePage = (): Page => useContext(PageContext);
