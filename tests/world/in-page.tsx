import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";

/** The HTML of components as rendered on the page at `address`. */
export const inPage = (node: ReactNode, address = "/app/agents"): string =>
  renderToStaticMarkup(<StaticRouter location={address}>{node}</StaticRouter>).replaceAll("<!-- -->", "");
