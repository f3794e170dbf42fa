import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Program } from './program';

const root = path.resolve(__dirname, '..', '..');
const APPS = ['business-api', 'checkout-api', 'sandbox-api', 'app-api', 'scheduler'];

/** What a new clone does not have, but for the packages. */
const MADE_LATER = ['.data', '.git', 'dist', 'node_modules'];

/** A copy of this repository as a new clone, in a folder with a space in its name. The packages are installed. */
export class Clone {
  readonly folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'payments-start-')), 'a clone');

  private constructor() {
    mkdirSync(this.folder);
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  /** All that is committed. `npm start` builds it. */
  static whole(): Clone {
    const clone = new Clone();
    for (const name of readdirSync(root).filter((name) => !MADE_LATER.includes(name))) clone.copy(name, name);
    return clone;
  }

  /** The scripts, with small replacements of the apps. */
  static withSmallApps(): Clone {
    const clone = new Clone();
    for (const name of ['scripts', 'package.json', 'package-lock.json', '.swcrc']) clone.copy(name, name);
    for (const app of APPS) clone.copy('test/fixtures/stack/app.ts', `apps/${app}/src/main.ts`);
    clone.copy('test/fixtures/stack/seed.ts', 'apps/scheduler/src/seed.ts');
    clone.copy('test/fixtures/stack/migrate.ts', 'libs/database/src/migrate.ts');
    clone.copy('libs/config/src', 'libs/config/src');
    for (const script of ['libs/pages/web/build.mjs', 'scripts/lib/build-docs.mjs'])
      clone.copy('test/fixtures/stack/web.mjs', script);
    return clone;
  }

  start(env: NodeJS.ProcessEnv = {}): Start {
    const {
      DATABASE_URL: _database,
      REDIS_URL: _redis,
      npm_lifecycle_event: _npm,
      ...inherited
    } = process.env;
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: this.folder,
      env: { ...inherited, NODE_ENV: 'development', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Start(child);
  }

  /** Every process that this clone has recorded: the start script, its apps and its servers. */
  processes(): number[] {
    const data = path.join(this.folder, '.data');
    const files = readdirSync(data).filter((file) => file === 'start.lock' || file.endsWith('.pid.json'));
    const pids = files.map(
      (file) => (JSON.parse(readFileSync(path.join(data, file), 'utf8')) as { pid: number }).pid,
    );
    const postmaster = path.join(this.servers(), 'pg', 'postmaster.pid');
    return existsSync(postmaster) ? [...pids, parseInt(readFileSync(postmaster, 'utf8'), 10)] : pids;
  }

  /** What commands of this clone find out about the stack that runs in it, such as `npm run staff`. */
  services(): Record<string, string> {
    const program = `import { runningServices } from './scripts/lib/stack-services.mjs';
      console.log(JSON.stringify(runningServices()));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: this.folder,
    });
    return JSON.parse(output.toString()) as Record<string, string>;
  }

  remove(): void {
    const servers = this.servers();
    if (servers.startsWith('/var/tmp/')) rmSync(servers, { recursive: true, force: true });
    rmSync(path.dirname(this.folder), { recursive: true, force: true });
  }

  /** When root runs the tests, the database may be outside the clone; see scripts/lib/pg-place.mjs. */
  private servers(): string {
    const elsewhere = path.join(this.folder, '.data', 'pg-elsewhere');
    return existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8') : path.join(this.folder, '.data');
  }

  private copy(from: string, to: string): void {
    cpSync(path.join(root, from), path.join(this.folder, to), {
      recursive: true,
      filter: (source) => !MADE_LATER.includes(path.basename(source)),
    });
  }
}

export class Start extends Program {
  url(app: string): string {
    const match = new RegExp(`${app} +(http://\\S+)`).exec(this.output);
    if (!match?.[1]) throw new Error(`no address of ${app} in:\n${this.output}`);
    return match[1];
  }
}

/** A process that has ended counts as ended even if its parent has not collected it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
