/** Texts of the chat log. */
export const chatLogs = {
  heading: "Chat Logs",
  submit: "+ Submit Chat Log",
  submitHeading: "Submit Chat Log",
  site: "Site",
  siteFirst: "Choose a site",
  client: "Client Name",
  conversation: "Conversation",
  conversationHint: "Up to 20,000 characters. Visible to you, your manager and the admins.",
  send: "Save",
  whole: "Full conversation",
} as const;
