/**
 * When a planned price was announced to other systems, which is once it has begun, and why an endpoint is disabled: its
 * failures, or the end of its maker's access. Plans that have begun were announced when they were made.
 */
export const announcedAndEnded = `
ALTER TABLE prices ADD COLUMN announced_at timestamptz;
-- For the plans that are due, which are read every half minute.
CREATE INDEX prices_not_announced ON prices (since) WHERE planned AND announced_at IS NULL AND withdrawn_at IS NULL;
UPDATE prices SET announced_at = since WHERE planned AND since <= now();

ALTER TABLE webhook_endpoints ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('failures', 'maker'));
UPDATE webhook_endpoints SET disabled_reason = 'failures' WHERE disabled_at IS NOT NULL;
`;
