/** Attempts from a browser that the account knows have limits of their own, so that nobody else can keep its owner out. */
export const knownDevices = `
ALTER TABLE sign_in_failures DROP CONSTRAINT sign_in_failures_act_check,
  ADD CONSTRAINT sign_in_failures_act_check CHECK (act IN ('sign-in', 'device', 'forgot', 'reset', 'question'));
`;
