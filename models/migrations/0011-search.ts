/** Looking up an event by the transaction ID that its site gave it. */
export const search = `
CREATE INDEX sale_events_txid ON sale_events (txid) WHERE txid IS NOT NULL;
`;
