/** Hidden for true, Activated for false, Not Defined for anything else (DOMAIN-10). */
export const domainLabel = (hidden: unknown): string =>
  hidden === true ? "Hidden" : hidden === false ? "Activated" : "Not Defined";
