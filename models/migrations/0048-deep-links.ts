/** The hosts to which a visitor's own address in `to` may lead, for each link. The version before follows none. */
export const deepLinks = `
ALTER TABLE types ADD COLUMN allowed_hosts text[] NOT NULL DEFAULT '{}';
`;
