/** The order and comparison of names: an order for people, one form of stored names, and one office of a name. */

/** One-line texts that people write, and the lines of which lists are sorted and searched. */
const ONE_LINE: Readonly<Record<string, readonly string[]>> = {
  offices: ["office_name", "man_first_name", "man_last_name", "man_email"],
  agents: ["first_name", "last_name", "email", "campaign_id"],
  admins: ["email"],
  sites: ["sitename", "shortname", "abbr", "contact_name", "email", "phone_num"],
  types: ["typename", "typealias"],
  site_manuals: ["title"],
  remote_tokens: ["name"],
  webhook_endpoints: ["name"],
  legacy_agents: ["first_name", "last_name", "email", "office_name", "campaign_id"],
  chat_logs: ["client_username"],
};

/** A name in the form that the input schemas produce now. Citus would not know a function that is made here. */
const oneLine = (column: string): string => String.raw`btrim(regexp_replace(regexp_replace(
  normalize(${column}, NFC), '[\t-\r\u0085\u2028\u2029]+', ' ', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]', '', 'g'))`;

const update = ([table, columns]: readonly [string, readonly string[]]): string => `
UPDATE ${table} SET ${columns.map((column) => `${column} = ${oneLine(column)}`).join(", ")}
WHERE ${columns.map((column) => `${column} !~ '^([!-~]+( +[!-~]+)*)?$' AND ${column} <> ${oneLine(column)}`).join(" OR ")};`;

export const names = `
-- Citus copies the collation and the function to its workers with the indexes that use them.
SET LOCAL citus.enable_ddl_propagation = off;
-- Letters by the alphabet whatever their case and accents, and digits by their value: Agent 2 before Agent 10.
CREATE COLLATION by_name (provider = icu, locale = 'und-u-kn-true');

-- A text as it is compared: without case, accents, width, invisible characters and repeated spaces. Names of ASCII
-- characters only take the short way. The program has the same function for what it searches for.
CREATE FUNCTION folded(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(t) = char_length(t) AND strpos(t, '  ') = 0 AND t = btrim(t) THEN lower(t COLLATE "C")
  ELSE btrim(regexp_replace(regexp_replace(
    translate(replace(replace(replace(replace(
      lower(normalize(t, NFKD) COLLATE "und-x-icu") COLLATE "C",
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðħłıŧς', 'oddhlitσ'),
    '[\\u0300-\\u036f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff0-\\ufff8\\U000e0000-\\U000e0fff]',
    '', 'g'), '[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g')) END;

${Object.entries(ONE_LINE).map(update).join("\n")}
SET LOCAL citus.enable_ddl_propagation = on;

-- Of several offices with one name, all but the oldest get a number behind it. The audit shows the former name.
DO $$
DECLARE
  renamed CONSTANT text := 'officeName';
  office record;
  free text;
BEGIN
  FOR office IN
    SELECT id, office_name FROM offices o
    WHERE EXISTS (SELECT FROM offices other WHERE other.id < o.id AND folded(other.office_name) = folded(o.office_name))
    ORDER BY id
  LOOP
    SELECT format('%s (%s)', office.office_name, n) INTO free FROM generate_series(2, 1000000) AS n
    WHERE NOT EXISTS (SELECT FROM offices WHERE folded(office_name) = folded(format('%s (%s)', office.office_name, n)))
    ORDER BY n LIMIT 1;
    UPDATE offices SET office_name = free WHERE id = office.id;
    INSERT INTO audit (operation, record, record_id, before, after)
    VALUES ('offices.update', 'office', office.id::text,
      jsonb_build_object(renamed, office.office_name), jsonb_build_object(renamed, free));
  END LOOP;
END $$;

-- Two offices cannot have names that read the same.
CREATE UNIQUE INDEX offices_name ON offices (folded(office_name));
-- A page of accounts by username comes off this index without a sort.
CREATE INDEX accounts_by_name ON accounts (username COLLATE by_name NULLS FIRST) WHERE deleted_at IS NULL;
`;
