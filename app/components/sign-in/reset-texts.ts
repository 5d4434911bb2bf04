/** Texts for a link in an e-mail that is no longer valid. */
export const deadLink = {
  message: "This link is no longer valid. Please ask for a new one.",
  again: "Send a new link",
} as const;
