import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Chunk {
  file: string;
  imports: string[];
  css?: string[];
}

const KB = 1024;
const ENTRY = 'src/console/main.tsx';

describe('The console, compressed', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-'));
  let chunks: Record<string, Chunk>;
  const sizeOf = (file: string) => readFileSync(path.join(folder, `${file}.gz`)).length;
  const manifest = () => JSON.parse(readFileSync(path.join(folder, 'console.json'), 'utf8')) as typeof chunks;

  beforeAll(() => {
    execFileSync(process.execPath, [path.join(__dirname, '../web/build.mjs'), folder]);
    chunks = manifest();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has a shell of at most 24 kB and styles of at most 8 kB', () => {
    const { file, imports, css } = chunks[ENTRY]!;
    expect([file, ...imports].map(sizeOf).reduce((a, b) => a + b)).toBeLessThanOrEqual(24 * KB);
    expect(sizeOf(css![0]!)).toBeLessThanOrEqual(8 * KB);
  });

  it('has at most 8 kB for each screen and for the texts of each language', () => {
    const others = Object.entries(chunks).filter(
      ([source]) => source !== ENTRY && /\.(tsx|json)$/.test(source),
    );
    expect(others.length).toBeGreaterThan(5);
    const large = others.filter(([, { file }]) => sizeOf(file) > 8 * KB).map(([source]) => source);
    expect(large).toEqual([]);
  });
});
