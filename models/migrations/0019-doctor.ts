/**
 * What the link doctor asks of postbacks that were not booked, of a click and of a customer; and since when no text shows
 * an image.
 */
export const doctor = `
CREATE INDEX postbacks_wanting_click ON postbacks (click_id) WHERE verdict IN ('held', 'refused');
CREATE INDEX postbacks_wanting_email ON postbacks ((params->>'email')) WHERE verdict IN ('held', 'refused');

ALTER TABLE images ADD COLUMN unused_since timestamptz;
CREATE INDEX images_unused ON images (unused_since) WHERE unused_since IS NOT NULL;
`;
