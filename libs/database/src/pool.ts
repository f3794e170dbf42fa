import type { Pool } from 'pg';
import { types } from 'pg';
import type { DataSource } from 'typeorm';

/** The connection pool of the process. TypeORM uses the same pool, so that one size limits all connections. */
export const POSTGRES_POOL = Symbol('postgres pool');

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

// `numeric` and `int8` are read as text, because a float cannot hold money exactly.
types.setTypeParser(types.builtins.INT8, (text) => text);
