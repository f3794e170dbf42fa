import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sourcesBelow } from '../scripts/lib/source-figures.mjs';
import { libs, root } from './support/import-rules';

const SCHEMA = 'libs/database/src/schema';
const MIGRATIONS = 'libs/database/src/migrations';
/** What these read of later libs they would have to get through a port of each of them. */
const READ_LATER_LIBS = [
  'libs/test-clock/src/quotas/test-quotas.policy.ts',
  'libs/test-clock/src/quotas/test-quotas.service.ts',
  'libs/accounts/src/people/profiles.service.ts',
  'libs/invoices/src/invoices/invoice.queries.ts',
  'libs/write-path/src/commit/find-lost-commit.ts',
];

interface Use {
  file: string;
  lib: string;
  table: string;
  owner: string;
  isWrite: boolean;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const named = (table: string) => `${table.replace('.', '\\.')}\\b(?!\\.)`;

const tablesIn = (source: string, lib: string) =>
  [...source.matchAll(/^\s*CREATE (?:UNLOGGED )?TABLE ([\w.]+) \(/gm)].map(
    ([, table]) => [table!, lib] as const,
  );
const libOf = (migration: string) => /readonly lib = '([\w-]+)'/.exec(migration)?.[1] ?? 'no lib';

/** The lib of each table: the folder of its schema, or the lib that the migration names. */
const owners = new Map([
  ...readdirSync(path.join(root, SCHEMA), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: lib }) => tablesIn(read(`${SCHEMA}/${lib}/tables.sql`), lib)),
  ...readdirSync(path.join(root, MIGRATIONS))
    .map((file) => read(`${MIGRATIONS}/${file}`))
    .flatMap((migration) => tablesIn(migration, libOf(migration))),
]);

/** Statements of a source on tables of other libs. */
function usesIn(file: string, source: string): Use[] {
  const lib = file.split('/')[1]!;
  return [...owners].flatMap(([table, owner]) => {
    if (owner === lib) return [];
    const isWrite = new RegExp(`(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE) ${named(table)}`).test(source);
    const isRead = new RegExp(`(FROM|JOIN) ${named(table)}`).test(source);
    return isWrite || isRead ? [{ file, lib, table, owner, isWrite }] : [];
  });
}

const isLater = ({ lib, owner }: Use) => libs.indexOf(owner) > libs.indexOf(lib);
const shown = ({ file, table, owner }: Use) => `${file}: ${table} of ${owner}`;

describe('the tables', () => {
  const uses = libs
    .filter((lib) => lib !== 'database')
    .flatMap((lib) => sourcesBelow(`libs/${lib}/src`))
    .flatMap((file) => usesIn(file, read(file)));

  it('each have a lib that owns them', () => {
    expect(owners.size).toBeGreaterThan(110);
    expect([...owners].filter(([, lib]) => !libs.includes(lib))).toEqual([]);
    const entities = libs
      .flatMap((lib) => sourcesBelow(`libs/${lib}/src`))
      .flatMap((file) =>
        [...read(file).matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => [table!, file.split('/')[1]!]),
      );
    expect(entities.length).toBeGreaterThan(20);
    expect(entities.filter(([table, lib]) => owners.get(table!) !== lib)).toEqual([]);
  });

  it('are written by their lib alone', () => {
    expect(uses.filter(({ isWrite }) => isWrite).map(shown)).toEqual([]);
  });

  it('are read by later libs', () => {
    const reads = uses.filter((use) => isLater(use) && !READ_LATER_LIBS.includes(use.file));
    expect(reads.map(shown)).toEqual([]);
  });

  it('are recognised in a statement if they are of another lib', () => {
    const statement = 'UPDATE escrows e SET status = $1 FROM users u JOIN webhook_endpoints w ON true';
    const found = usesIn('libs/fx/src/planted.ts', statement);
    expect(found.map(({ table, isWrite }) => [table, isWrite])).toEqual([
      ['users', false],
      ['escrows', true],
      ['webhook_endpoints', false],
    ]);
  });
});
