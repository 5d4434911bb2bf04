/**
 * Links for the developers of a site end, and say when they were last opened. Those that exist, and those that the version
 * before still creates, end after a year.
 */
export const endingDeveloperLinks = `
ALTER TABLE site_developer_links
  ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '365 days',
  ADD COLUMN last_used_at timestamptz;
`;
