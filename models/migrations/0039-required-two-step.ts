/**
 * When TWO_STEP first met a request of the account, and the secret of another app, which replaces the present one once a
 * code confirms it.
 */
export const requiredTwoStep = `
ALTER TABLE accounts ADD COLUMN two_step_required_at timestamptz;
ALTER TABLE authenticators ADD COLUMN next_secret_sealed bytea, ADD COLUMN next_started_at timestamptz;
`;
