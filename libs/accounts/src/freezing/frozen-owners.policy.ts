/** SQL: whether the account of the merchant is neither frozen nor closed. `row`: alias of a row with `owner_id`. */
export const ofActiveOwner = (row: string): string =>
  `NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${row}.owner_id AND u.frozen_at IS NOT NULL)`;

/** SQL: whether the account of the merchant is frozen and may take payments again; a closed one never does. */
export const ofFrozenOwner = (row: string): string =>
  `EXISTS (SELECT 1 FROM users u WHERE u.id = ${row}.owner_id AND u.frozen_at IS NOT NULL AND u.closed_at IS NULL)`;
