/**
 * The day on which a user agent was last used, so that it can go when the clicks of that time have lost theirs. A server of
 * the version before leaves the column out; those that exist count as used today.
 */
export const userAgentUse = `
ALTER TABLE user_agents ADD COLUMN used_on date NOT NULL DEFAULT now()::date;
`;
