import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Platform } from './platform';

const ROOT = path.resolve(__dirname, '../..');
/** What commands of a page use of the repository. */
const LINKED = ['examples', 'package.json', 'scripts'];
/** Stands in a sample of output for text that differs from run to run. */
const GAP = '…';

/** An `sh run` block of a page, and the lines of the `text` block that follows it: what the page says that it prints. */
interface Sample {
  page: string;
  commands: string;
  printed: string[];
}

type Served = Pick<Platform, 'config'>;

/**
 * Runs all `sh run` blocks of a page below docs in one shell, in their order, as its reader would: in a folder with
 * `.data/demo.json`, which has the hosts of the platform and the people of `demo`. Several pages run one after another.
 * Returns what each block printed on stdout. Throws if a command fails, or if a `text` block after such a block has a
 * line that the block did not print; `…` in such a line stands for any text. Programs that run on are ended.
 */
export function runPage(
  page: string | readonly string[],
  platform: Served,
  demo: object,
  env: Record<string, string> = {},
): Promise<string[]> {
  return run([page].flat().flatMap(samplesOf), platform, demo, env);
}

/** The same in a folder in which `npm start` runs. */
export function runPageIn(
  folder: string,
  pages: readonly string[],
  env: Record<string, string>,
): Promise<string[]> {
  return outputsOf(pages.flatMap(samplesOf), { cwd: folder, env: { ...process.env, ...env } });
}

/** The `sh run` blocks of a page below docs, for tests that run them with preparations of their own. */
export const commandsOf = (page: string): string[] => samplesOf(page).map(({ commands }) => commands);

async function run(
  samples: Sample[],
  { config }: Served,
  demo: object,
  env: Record<string, string> = {},
): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-docs-'));
  for (const name of LINKED) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  mkdirSync(path.join(folder, '.data'));
  const file = path.join(folder, '.data', 'demo.json');
  writeFileSync(file, JSON.stringify({ hosts: config.urls, ...demo }));
  const { DATABASE_URL, CLOSES_DIR, MAILS_DIR } = config.env;
  const settings = { DATABASE_URL, CLOSES_DIR, MAILS_DIR, DEMO_FILE: file, ...env };
  try {
    return await outputsOf(samples, { cwd: folder, env: { ...process.env, ...settings } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function outputsOf(
  samples: Sample[],
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string[]> {
  const end = `--- end of block ${path.basename(place.cwd)} ---`;
  const script = samples.map(({ commands }) => `${commands}\nprintf '\\n%s\\n' '${end}'\n`).join('');
  // A group of its own, which ends with what the page leaves running.
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    ...place,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let errors = '';
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(shell, 'close');
  const [code] = (await once(shell, 'exit')) as [number | null];
  try {
    process.kill(-shell.pid!, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
  await closed;
  const outputs = printed.split(`\n${end}\n`);
  const rest = outputs.pop();
  const failed = samples[outputs.length];
  if (failed)
    throw new Error(
      `${failed.page}: exit code ${code} of\n${failed.commands}\nIt printed:\n${rest}\n${errors}`,
    );
  samples.forEach((sample, i) => requirePrinted(sample, outputs[i]!));
  return outputs;
}

/** Requires the lines of the page in their order; other lines may stand between them. */
function requirePrinted({ page, commands, printed }: Sample, output: string): void {
  const lines = output.split('\n');
  let at = 0;
  for (const expected of printed) {
    const pattern = new RegExp(`^${expected.split(GAP).map(escaped).join('.*')}$`);
    const found = lines.findIndex((line, i) => i >= at && pattern.test(line.trim()));
    if (found < 0)
      throw new Error(`${page}: no line\n${expected}\nis printed by\n${commands}\nIt printed:\n${output}`);
    at = found + 1;
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function samplesOf(page: string): Sample[] {
  const text = readFileSync(path.join(ROOT, 'docs', page), 'utf8');
  const blocks = text.matchAll(/^( *)```sh run\n(.*?)^\1```\n(?:\n\1```text\n(.*?)^\1```\n)?/gms);
  return [...blocks].map(([, indent, commands, printed = '']) => ({
    page,
    commands: commands!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    printed: printed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }));
}
