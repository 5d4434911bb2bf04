/**
 * What the logs of sales and postbacks are looked for by: an event by its id or the customer's e-mail in any case, a
 * request by the click it names, and the rows of an office in the order of time.
 */
export const saleAndPostbackLogs = `
CREATE INDEX sale_events_id ON sale_events (id);
CREATE INDEX sale_events_company ON sale_events (company_id, occurred_at, id);
CREATE INDEX sale_events_any_case ON sale_events (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX postbacks_click ON postbacks (click_id) WHERE click_id IS NOT NULL;
CREATE INDEX postbacks_company ON postbacks (company_id, received_at, id);
`;
