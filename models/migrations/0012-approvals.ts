/** The account that created an agent, and the rejection of an agent who was not approved. */
export const approvals = `
ALTER TABLE agents
  ADD COLUMN created_by integer,
  ADD COLUMN rejected_at timestamptz,
  ADD COLUMN rejected_by integer,
  ADD COLUMN rejection_reason text;
-- The audit knows who created the agents that exist.
UPDATE agents SET created_by = audit.account_id FROM audit
  WHERE operation = 'agents.create' AND record = 'agent' AND record_id = agents.id::text;
`;
