import type { Pool } from 'pg';
import { types } from 'pg';
import type { DataSource } from 'typeorm';

/** The one connection pool of a process: TypeORM's own, so that its size bounds everything. */
export const POSTGRES_POOL = Symbol('postgres pool');

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

// `numeric` and `int8` arrive as text: a float never holds money.
types.setTypeParser(types.builtins.INT8, (text) => text);
