import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { neighbours, violations } from './fixtures/architecture/violations';
import { cruise, forbidden, libs, root } from './support/import-rules';

describe('the import rules', () => {
  const folder = path.join(root, '.data', `architecture-${process.pid}`);
  let broken: Map<string, string[]>;

  /** Each lib imports its successor: one violation of each generated rule. */
  const looksDown = libs
    .map((lib, place) => ({
      name: `${lib}-looks-down`,
      file: `libs/${lib}/src/looks-up.ts`,
      source: `import '@app/${libs[place + 1]}';`,
    }))
    .filter(({ name }) => !['console-looks-down', 'simulator-looks-down'].includes(name));
  const planted = [...looksDown, ...Object.entries(violations).map(([name, rest]) => ({ name, ...rest }))];

  beforeAll(async () => {
    const plant = (file: string, source: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), source);
    };
    plant(
      'package.json',
      '{ "dependencies": { "typeorm": "*", "@nestjs/common": "*" }, "devDependencies": { "jest": "*" } }',
    );
    plant('tsconfig.json', '{ "compilerOptions": { "paths": { "@app/*": ["./libs/*/src/index.ts"] } } }');
    for (const lib of libs) plant(`libs/${lib}/src/index.ts`, '');
    for (const [file, source] of Object.entries(neighbours)) plant(file, source);
    for (const { file, source } of planted) plant(file, source);

    const report = await cruise(folder, ['apps', 'libs', 'packages', 'tools']);
    broken = new Map();
    for (const { from, rule } of report.summary.violations)
      broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(planted)('$name catches $file', ({ name, file }) => {
    expect(broken.get(file)).toEqual([name]);
  });

  it('are each broken by a planted file', () => {
    expect(planted.map(({ name }) => name).sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });
});
