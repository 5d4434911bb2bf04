/** Referring pages, on hosts that nobody can own. The first is null, and so are some others. */
export const REFERERS: readonly (string | null)[] = [
  ...[null, null, null, null, null],
  "https://forum.northlane.example/threads/evening-chat",
  "https://forum.northlane.example/threads/best-of-the-week",
  "https://reviews.paperlamp.example/top-ten",
  "https://reviews.paperlamp.example/webcams",
  "https://daily.brightcorner.example/",
  "https://daily.brightcorner.example/2026/singles-over-forty",
  "https://toplist.greenriver.example/in.php?id=118",
  "https://toplist.greenriver.example/in.php?id=204",
  "https://mail.inboxes.example/",
  "https://social.townhall.example/",
  "https://social.townhall.example/groups/bonus-hunters",
  "https://search.lookabout.example/?q=live+chat",
  "https://search.lookabout.example/?q=free+spins",
  "https://blog.mariahollow.example/my-favourites",
  "https://links.shortway.example/x7Qp",
];

/** Sub ids that some agents add to their links. The first is null. */
export const SUBS: readonly (Record<string, string> | null)[] = [
  ...[null, null, null],
  { sub1: "banner" },
  { sub1: "banner", sub2: "top" },
  { sub1: "mail", sub2: "weekend" },
  { sub1: "post" },
  { sub1: "story", sub2: "evening", sub3: "b" },
];
