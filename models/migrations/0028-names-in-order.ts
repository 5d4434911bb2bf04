/** Names in the order of lists, which have what is missing first: a page of them is read off the index, and not sorted. */
export const namesInOrder = `
DROP INDEX accounts_username;
CREATE UNIQUE INDEX accounts_username ON accounts (lower(username) NULLS FIRST) WHERE deleted_at IS NULL;`;
