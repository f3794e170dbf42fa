import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const TABLE = read('docs/reference/asvs.md');
const RESULTS = ['met', 'partly', 'not met', 'operator', 'not applicable'];

/** The requirements of OWASP ASVS 5.0.0 by level: a section and the numbers in it. */
const REQUIREMENTS: Record<string, string> = {
  1:
    '1.2:1-5 1.3:1-2 1.5:1 2.1:1 2.2:1-2 2.3:1 3.2:1-2 3.3:1 3.4:1-2 3.5:1-3 4.1:1 4.4:1 5.2:1-2 5.3:1-2 ' +
    '6.1:1 6.2:1-8 6.3:1-2 6.4:1-2 7.2:1-4 7.4:1-2 8.1:1 8.2:1-2 8.3:1 9.1:1-3 9.2:1 10.4:1-5 11.3:1-2 ' +
    '11.4:1 12.1:1 12.2:1-2 13.4:1 14.2:1 14.3:1 15.1:1 15.2:1 15.3:1',
  2:
    '1.1:1-2 1.2:6-9 1.3:3-11 1.4:1-3 1.5:2 2.1:2-3 2.2:3 2.3:2-4 2.4:1 3.3:2-4 3.4:3-6 3.5:4-5 3.7:1-2 ' +
    '4.1:2-3 4.2:1 4.3:1-2 4.4:2-4 5.1:1 5.2:3 5.4:1-3 6.1:2-3 6.2:9-12 6.3:3-4 6.4:3-4 6.5:1-5 6.6:1-3 ' +
    '6.8:1-4 7.1:1-3 7.3:1-2 7.4:3-5 7.5:1-2 7.6:1-2 8.1:2 8.2:3 8.4:1 9.2:2-4 10.1:1-2 10.2:1-2 10.3:1-4 ' +
    '10.4:6-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:3 11.4:2-4 11.5:1 11.6:1 12.1:2-3 ' +
    '12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:2-5 14.1:1-2 14.2:2-4 14.3:2-3 15.1:2-3 15.2:2-3 15.3:2-7 ' +
    '16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2',
};

interface Row {
  id: string;
  level: string;
  result: string;
}

/** Expands `1.2:1-3,5` to V1.2.1, V1.2.2, V1.2.3 and V1.2.5. */
function idsOf(entry: string): string[] {
  const [section, numbers] = entry.split(':') as [string, string];
  return numbers.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, i) => `V${section}.${first + i}`);
  });
}

/** The rows of the page. One row may name several requirements, as `V1.2.6-8, V1.3.8-9`. */
const rows: Row[] = [...TABLE.matchAll(/^## Level (\d): ([a-z ]+)\n([^#]*)/gm)].flatMap(
  ([, level, result, table]) =>
    [...table!.matchAll(/^\| (V[^|]+?) +\|/gm)]
      .flatMap(([, ids]) => ids!.split(', '))
      .flatMap((id) => idsOf(id.slice(1).replace(/\.([\d-]+)$/, ':$1')))
      .map((id) => ({ id, level: level!, result: result! })),
);

const SPECS = ['libs', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('spec.ts'))
    .map((file) => `${folder}/${file}`),
);
/** The tests with this name or path. */
const specsNamed = (name: string) => SPECS.filter((file) => file === name || file.endsWith(`/${name}`));

describe('The table of OWASP ASVS 5.0', () => {
  it.each(['1', '2'])('has one row for every requirement of level %s', (level) => {
    const ids = rows.filter((row) => row.level === level).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(REQUIREMENTS[level]!.split(' ').flatMap(idsOf).toSorted());
  });

  it('has one of the defined results in every row, and counts them', () => {
    expect(rows.filter(({ result }) => !RESULTS.includes(result))).toEqual([]);
    for (const level of ['1', '2']) {
      const counts = RESULTS.map(
        (result) => rows.filter((row) => row.level === level && row.result === result).length,
      );
      const line = TABLE.split('\n').find((text) => new RegExp(`^\\| ${level} `).test(text))!;
      expect(line.match(/\d+/g)!.slice(1, -1).map(Number)).toEqual(counts);
    }
  });

  it('is summarised in docs/explain/security.md', () => {
    const summary =
      /of the (\d+) requirements of levels 1 and 2: (\d+) are met, (\d+) partly, (\d+) not, (\d+) are the operator's, and (\d+) do not apply/;
    const counts = RESULTS.map((result) => rows.filter((row) => row.result === result).length);
    expect(summary.exec(read('docs/explain/security.md'))!.slice(1).map(Number)).toEqual([
      rows.length,
      ...counts,
    ]);
  });

  it('names only files that exist, and tests by a name that one file has', () => {
    const named = [...TABLE.matchAll(/`([\w./-]+(?:\/[\w.-]+\.\w+|spec\.ts))`/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(200);
    const isFound = (file: string) => existsSync(path.join(ROOT, file)) || specsNamed(file).length === 1;
    expect([...new Set(named)].filter((file) => !isFound(file))).toEqual([]);
  });
});

describe('The tests named in the pages about security', () => {
  const page = ['security', 'security-accounts', 'security-payments']
    .map((name) => read(`docs/explain/${name}.md`))
    .join('\n');
  const named = [...page.matchAll(/`([\w./-]+spec)(?:\.ts)?`/g)].map(([, name]) => `${name}.ts`);

  it('are files that exist', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => specsNamed(name).length === 0)).toEqual([]);
  });

  it('have the titles that the pages quote', () => {
    const texts = [...new Set(named.flatMap(specsNamed))].map(read).join('\n');
    const quoted = [...page.matchAll(/"([^"]+)"/g)].map(([, title]) => title!);
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((title) => !texts.includes(title))).toEqual([]);
  });
});

describe('The inventory of keys in docs/explain/data-protection.md', () => {
  it('names every purpose for which a key is derived, under its secret', () => {
    const derived = sources().flatMap((file) =>
      [
        ...read(file).matchAll(
          /(?:derivedKey|hkdfSync)\((?:'sha256', )?(?:(?:config\.)?env\.(\w+)|secret),(?: '',)? '([^']+)'/g,
        ),
      ].map(([, secret = 'ENCRYPTION_KEY', purpose]) => `${secret}: ${purpose}`),
    );
    expect(derived.length).toBeGreaterThan(25);
    expect(documented().toSorted()).toEqual([...new Set(derived)].toSorted());
  });

  function documented(): string[] {
    let secret = '';
    return [
      ...read('docs/explain/data-protection.md').matchAll(
        /^\| +(?:`(\w+)`)? +\| ([a-z0-9][^|]+?) +\| \S+(?:-256|25519)/gm,
      ),
    ].flatMap(([, named, purposes]) => {
      secret = named ?? secret;
      return purposes!.split(', ').map((purpose) => `${secret}: ${purpose}`);
    });
  }

  function sources(): string[] {
    const folders = readdirSync(path.join(ROOT, 'libs')).map((lib) => `libs/${lib}/src`);
    return folders.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
        .map((file) => `${folder}/${file}`),
    );
  }
});
