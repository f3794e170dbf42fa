import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(__dirname, '../../libs/database/src/schema/ledger/commit-units.sql');
/** The posting function of the product, as a statement that replaces the one of a database. */
export const POSTING = readFileSync(FILE, 'utf8').replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

/** What the posting function does for one check: a part goes from its first line to its last. */
const PARTS = {
  'daily limits': [
    /  IF count_count > 0 THEN\n    INSERT INTO ledger\.outgoing_days[\s\S]*?\n  END IF;\n/,
    /    IF counted <= count_count AND c_unit\[counted\] = u THEN[\s\S]*?\n    END IF;\n/,
    /  IF count_count > 0 THEN\n    UPDATE ledger\.outgoing_days[\s\S]*?\n  END IF;\n/,
  ],
  'closed accounts': [
    /, array_agg\(coalesce\(l\.owner_closed, false\) ORDER BY t\.ord\)/,
    /(?<=INTO [a-z_, ]+), closed_flags/,
    /(?<=SELECT [a-z_, ]+), owner_closed/,
    / *ELSIF closed_flags.*\n/,
  ],
} as const;

type Check = keyof typeof PARTS;

/** The same statement without one of the checks. */
export function postingWithout(check: Check): string {
  return PARTS[check].reduce((sql, part) => {
    if (!part.test(sql)) throw new Error(`the posting function has no part ${String(part)}`);
    return sql.replace(part, '');
  }, POSTING);
}
