import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Server } from './server';

const FILE = path.join(__dirname, '../../libs/database/src/schema/ledger/commit-units.sql');
const POSTING = readFileSync(FILE, 'utf8').replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
/** What the posting function does for daily limits: from the first line to the last of each part. */
const COUNTING = [
  /  IF count_count > 0 THEN\n    INSERT INTO ledger\.outgoing_days[\s\S]*?\n  END IF;\n/,
  /    IF counted <= count_count AND c_unit\[counted\] = u THEN[\s\S]*?\n    END IF;\n/,
  /  IF count_count > 0 THEN\n    UPDATE ledger\.outgoing_days[\s\S]*?\n  END IF;\n/,
];

/** Replaces the posting function of a database by one that counts no daily limits. */
export async function withoutCounting(server: Server, database: string): Promise<void> {
  let sql = POSTING;
  for (const part of COUNTING) {
    if (!part.test(sql)) throw new Error(`the posting function has no part ${String(part)}`);
    sql = sql.replace(part, '');
  }
  await server.run(sql, database);
}

/** Puts the posting function of the product in again. */
export async function withCounting(server: Server, database: string): Promise<void> {
  await server.run(POSTING, database);
}
