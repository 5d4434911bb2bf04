import { createContext, useContext } from "react";

/** What the process knows about the answer that is being made; the document and error pages read it. */
export type Page = {
  readonly nonce: string;
  /** Address of the one script of every page. */
  readonly enhance: string;
  /** Of the development server: the runtime that updates edited components in place. */
  readonly preamble?: string;
  /** Named on the page of an unforeseen error; the log has the detail under it. */
  readonly requestId: string;
};

export const PageContext = createContext<Page>({ nonce: "", enhance: "", requestId: "" });

export const usePage = (): Page => useContext(PageContext);
