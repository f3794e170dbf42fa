import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');
const run = promisify(execFile);

/** The Node client as a merchant's developer installs it: packed, and installed in an empty project of each kind. */
export class PackedClient {
  private constructor(private readonly folder: string) {}

  static async install(): Promise<PackedClient> {
    const client = new PackedClient(mkdtempSync(path.join(os.tmpdir(), 'payments-client-')));
    const sources = path.join(client.folder, 'packages/node');
    cpSync(path.join(ROOT, 'packages/node'), sources, {
      recursive: true,
      filter: (file) => file !== path.join(ROOT, 'packages/node/dist'),
    });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(client.folder, 'node_modules'));
    const { stdout } = await run('npm', ['pack', '--silent'], { cwd: sources });
    const packed = path.join(sources, stdout.trim().split('\n').pop()!);
    for (const type of ['module', 'commonjs'] as const) {
      const project = client.project(type);
      mkdirSync(project);
      writeFileSync(
        path.join(project, 'package.json'),
        JSON.stringify({ name: 'shop', private: true, type }),
      );
      const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
      await run('npm', ['install', ...options, packed], { cwd: project });
    }
    return client;
  }

  /** A project that has installed it. */
  project(type: 'module' | 'commonjs'): string {
    return path.join(this.folder, `${type}-project`);
  }

  /** The folder of the installed package. */
  get installed(): string {
    return path.join(this.project('commonjs'), 'node_modules/@payments-platform/node');
  }

  /** Writes a file into a project and returns its path. */
  write(type: 'module' | 'commonjs', name: string, text: string): string {
    const file = path.join(this.project(type), name);
    writeFileSync(file, text);
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
