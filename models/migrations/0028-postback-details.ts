/** The characters that JavaScript trims from a text. */
const BLANKS = String.raw`E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'`;
const MACRO = String.raw`'^(\$?\{.*\}|\[.*\]|#.*#|%.*%|(%24)?%7B.*%7D|%5B.*%5D|%23.*%23)$'`;
const BRACED_UUID = String.raw`'^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$'`;
/** The order number in the form in which it is compared from now on; null if it was not filled in. */
const comparable = (trimmed: string) => `
  CASE WHEN ${trimmed} = '' OR lower(${trimmed}) IN ('null', 'undefined', 'none', '0')
      OR (${trimmed} ~* ${MACRO} AND ${trimmed} !~* ${BRACED_UUID}) THEN NULL
    ELSE normalize(${trimmed}, NFC) END`;

/**
 * The explanation in the answer to a postback. Order numbers are compared trimmed and in NFC, and those that were not filled in
 * count as not sent: events that have another one get the key that a repeat has from now on, so that a repeat is still
 * a duplicate and a reversal finds its original. This reads all events once and locks none.
 */
export const postbackDetails = `
ALTER TABLE postbacks ADD COLUMN field text, ADD COLUMN detail text;
INSERT INTO postback_keys (key, agent_id, occurred_at, event_id)
SELECT sha256(convert_to(CASE
    WHEN compared IS NULL THEN 'click|' || click_id || '|' || event || '|' || status
    ELSE 'txid|' || site_id || '|' || event || '|' || status || '|' || compared END, 'UTF8')), agent_id, occurred_at, id
FROM (
  SELECT id, agent_id, occurred_at, site_id, click_id, event, txid,
    CASE sign WHEN 1 THEN 'approved' ELSE 'reversed' END AS status, ${comparable("trimmed")} AS compared
  FROM (SELECT *, btrim(txid, ${BLANKS}) AS trimmed FROM sale_events WHERE txid IS NOT NULL) AS sent
) AS events
WHERE compared IS DISTINCT FROM txid
ORDER BY id
ON CONFLICT (key) DO NOTHING;
UPDATE postbacks SET txid = ${comparable(`btrim(txid, ${BLANKS})`)}
WHERE verdict = 'held' AND txid IS NOT NULL AND ${comparable(`btrim(txid, ${BLANKS})`)} IS DISTINCT FROM txid;
`;
