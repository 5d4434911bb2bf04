/** What people are told: the news, the alert of all, and the images in texts. */
export const news = `
CREATE TABLE news (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  html text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE alerts (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  enable boolean NOT NULL DEFAULT false,
  html text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE images (
  name text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  account_id integer NOT NULL REFERENCES accounts (id),
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
-- Images are compressed already.
ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX images_account ON images (account_id, uploaded_at);
`;
