import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ALL_PROOFS } from './all-proofs';

const libs = path.resolve(__dirname, '../..');

describe('The list of all proofs', () => {
  it('names the proofs of every .proofs.ts file once', () => {
    const files = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.proofs.ts'),
    );
    const proofs = files.map((file) => Object.values(jest.requireActual<object>(path.join(libs, file))));
    expect(files.length).toBeGreaterThan(0);
    expect(proofs.map(({ length }) => length)).toEqual(files.map(() => 1));
    expect(new Set(ALL_PROOFS)).toEqual(new Set(proofs.flat()));
    expect(ALL_PROOFS.length).toBe(files.length);
  });
});
