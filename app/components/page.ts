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
};

export const PageContext = createContext<Page>({ nonce: "", enhance: "", requestId: "" });

export const usePage = (): Page => useContext(PageContext);
