import { readdirSync } from 'node:fs';
import { migrations } from '.';

describe('Migrations', () => {
  it('run in the order of their files, every one of them', () => {
    const files = readdirSync(__dirname).filter((file) => /^\d+-.*(?<!\.spec)\.ts$/.test(file));
    const numbers = migrations.map((migration) => /\d+$/.exec(migration.name)![0]);
    expect(numbers).toEqual(files.map((file) => file.split('-')[0]).sort());
  });
});
