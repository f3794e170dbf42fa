import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestMerchant } from './people';
import type { Platform } from './platform';

/** Runs the first shell block of a page below docs as its reader would, with this merchant's demo. Returns the output. */
export async function runCommandsOf(
  page: string,
  { urls: hosts }: Pick<Platform, 'urls'>,
  merchant: TestMerchant,
): Promise<string> {
  const text = readFileSync(path.join(__dirname, '../../docs', page), 'utf8');
  const [, commands] = /```sh\n([\s\S]*?)```/.exec(text)!;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-docs-'));
  try {
    mkdirSync(path.join(folder, '.data'));
    writeFileSync(path.join(folder, '.data', 'demo.json'), JSON.stringify({ hosts, merchant }));
    const shell = ['-eu', '-o', 'pipefail', '-c', commands!];
    return (await promisify(execFile)('bash', shell, { cwd: folder })).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
