/** Texts of the API documentation. */
export const docs = {
  heading: "Calls",
  intro: "Create a client token under Profile and send it as a bearer, or sign in by call:",
  begin: `B=https://the-address-of-this-page/api
T=$(curl -s $B/auth/login -H 'Content-Type: application/json' \\
  -d '{"username":"…","password":"…"}' | sed 's/.*"token":"\\([^"]*\\).*/\\1/')
curl -s $B/accounts/me -H "Authorization: Bearer $T"
curl -s -X POST $B/auth/logout -H "Authorization: Bearer $T"`,
  conventions:
    "The token of auth/login lives 12 hours; INVALID_TOKEN (401) says that it ended. A token may make 1,200 calls a minute. Dates are New " +
    "York days, times ISO 8601 with offset. Send an Idempotency-Key with changes, and Prefer: handling=strict to have unknown keys refused.",
  area: "Area of client tokens:",
  roles: "Calls that an account may make",
  allRoles: "All roles",
  languages: "Languages",
  noCalls: "No calls for this role",
  postman: "Postman collection",
  takes: "Takes",
  answer: "Answers",
  refusals: "Refusals",
  records: "Records",
  optional: "optional",
  deprecated: "deprecated",
} as const;
