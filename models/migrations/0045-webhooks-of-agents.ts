/** Agents send the events of their own sales to their trackers. The version before sends such an endpoint nothing new. */
export const webhooksOfAgents = `
ALTER TABLE webhook_endpoints ADD COLUMN agent_id integer REFERENCES agents (id) ON DELETE CASCADE;
CREATE INDEX webhook_endpoints_agent ON webhook_endpoints (agent_id) WHERE agent_id IS NOT NULL;
`;
