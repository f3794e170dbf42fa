import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesNamedOtherwise } from '../scripts/lib/class-names.mjs';
import { importsInFolderCycles } from '../scripts/lib/folder-cycles.mjs';
import { FIGURES } from '../scripts/lib/house-figures.mjs';
import { ownFilesOf } from '../scripts/lib/own-files.mjs';
import { fileLengths, filesWithoutRole, sourcesBelow } from '../scripts/lib/source-figures.mjs';
import { cruise, forbidden, libs, type Report, root } from './support/import-rules';

interface NestCli {
  projects: Record<string, { type: 'application' | 'library' }>;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Reads every module; a machine that does much else takes minutes. */
const CRUISE_MS = 600_000;

describe('the architecture of this repository', () => {
  let report: Report;
  beforeAll(async () => {
    report = await cruise(
      root,
      ['apps', 'libs', 'examples', 'packages', 'test', 'bench'].filter((name) =>
        existsSync(path.join(root, name)),
      ),
    );
  }, CRUISE_MS);

  it('has a schedule on each job', () => {
    const jobs = sourcesBelow('libs').filter((file) => /\/jobs\/[^/]+\.ts$/.test(file));
    expect(jobs.length).toBeGreaterThan(40);
    const isScheduled = (file: string) => /^@Scheduled\(/m.test(read(file));
    const isUnscheduled = (file: string) => /^@Injectable/m.test(read(file)) && !isScheduled(file);
    expect(jobs.filter(isUnscheduled)).toEqual([]);
    const elsewhere = sourcesBelow('libs').filter((file) => !jobs.includes(file));
    expect(elsewhere.filter(isScheduled)).toEqual([]);
  });

  it('has the libs of its document in their order', () => {
    const rows = read('docs/explain/architecture.md').matchAll(/^\| `([a-z-]+)` +\|/gm);
    expect([...rows].map(([, lib]) => lib).filter((lib) => libs.includes(lib!))).toEqual([...libs]);
  });

  it('breaks no import rule', () => {
    expect(report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it('has no two folders in a lib that import each other, directly or by way of others', () => {
    expect(importsInFolderCycles(report.modules)).toEqual([]);
  });

  it('was looked at: more than 60 modules of our own were read', () => {
    const own = report.modules.filter(({ source }) => /^(?:apps|libs)\/.*\.ts$/.test(source));
    expect(own.length).toBeGreaterThan(60);
  });

  it('lists exactly the libs that exist, in the order and for the build', () => {
    const existing = readdirSync(path.join(root, 'libs')).sort();
    const { projects } = JSON.parse(readFileSync(path.join(root, 'nest-cli.json'), 'utf8')) as NestCli;
    const built = Object.entries(projects).filter(([, { type }]) => type === 'library');
    expect([...libs].sort()).toEqual(existing);
    expect(built.map(([name]) => name).sort()).toEqual(existing);
  });

  it('has a file for every pattern of an import rule', () => {
    const files = report.modules.map(({ source }) => source);
    const patterns = forbidden
      .filter(({ name }) => name !== 'known-libs-only')
      .flatMap(({ name, from, to }) =>
        [from.path, to.path].flatMap((patterns) => patterns ?? []).map((pattern) => ({ name, pattern })),
      )
      .filter(({ pattern }) => !pattern.includes('$1') && !pattern.startsWith('node_modules'));
    const unmatched = patterns.filter(({ pattern }) => !files.some((file) => new RegExp(pattern).test(file)));
    expect(patterns.length).toBeGreaterThan(20);
    expect(unmatched).toEqual([]);
  });

  it('loads and saves every aggregate in a repository file', () => {
    const stores = sourcesBelow('libs').filter((file) => /extends AggregateStore\b/.test(read(file)));
    expect(stores.length).toBeGreaterThan(10);
    expect(stores.filter((file) => !file.endsWith('.repository.ts'))).toEqual([]);
  });

  it('books events in one class of the ledger alone', () => {
    const files = ['libs', 'apps'].flatMap((folder) => sourcesBelow(folder));
    const booking = files.filter((file) => /\bunit\w*\.book\(/i.test(read(file)));
    expect(booking).toEqual(['libs/ledger/src/bookings/listeners/book-money-events.ts']);
  });

  it('tests the bookings of every money file beside it', () => {
    const files = sourcesBelow('libs').filter((file) => file.endsWith('.money.ts'));
    const specs = files.map((file) => file.replace(/ts$/, 'spec.ts'));
    expect(files.length).toBeGreaterThan(0);
    expect(
      specs.filter((spec) => !existsSync(path.join(root, spec)) || !/testBookings\(/.test(read(spec))),
    ).toEqual([]);
  });

  it.each(FIGURES)('keeps to the limit of $most for the figure: $name', ({ of, least, most }) => {
    const value = of();
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  it('measures the files of all libs, and the controller among the own files of an action', () => {
    expect(fileLengths().files).toBeGreaterThan(600);
    expect(filesWithoutRole(libs).files).toBeGreaterThan(400);
    const transfer = ['wallet/src/wallet.controller.ts', 'transfer'] as const;
    expect(ownFilesOf(...transfer)).toContain(`libs/${transfer[0]}`);
  });

  it('has no file above its limit of lines', () => {
    expect(fileLengths().tooLong).toEqual([]);
  });

  it('names classes after their files', () => {
    expect(filesNamedOtherwise()).toEqual([]);
  });
});
