/** What the link doctor asks of postbacks that were not booked: of a click, and of a customer. */
export const doctor = `
CREATE INDEX postbacks_wanting_click ON postbacks (click_id) WHERE verdict IN ('held', 'refused');
CREATE INDEX postbacks_wanting_email ON postbacks ((params->>'email')) WHERE verdict IN ('held', 'refused');
`;
