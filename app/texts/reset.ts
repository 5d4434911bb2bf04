/** The link of a mail that can no longer be used. */
export const deadLink = {
  message: "This link is no longer valid. Please ask for a new one.",
  again: "Send a new link",
} as const;
