import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandsOf } from '../support/doc-commands';
import { type Platform, startPlatform } from '../support/platform';

const ROOT = path.resolve(__dirname, '../..');

/** Runs the commands of the README as a new user would. */
describe('The README', () => {
  let platform: Platform;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    platform = await startPlatform();
    const [merchant, buyer, finance] = [
      await platform.merchant(),
      await platform.signUp(),
      await platform.staff('finance'),
    ];
    await platform.fund(buyer, 'NGN', '5000.00');
    // The sign-in used the current code of the second factor, so the demo signs in with the next one.
    await platform.sql('UPDATE two_factors SET last_step = 0 WHERE id = $1', [finance.id]);
    folder = mkdtempSync(path.join(os.tmpdir(), 'payments-readme-'));
    mkdirSync(path.join(folder, '.data'));
    const file = path.join(folder, '.data', 'demo.json');
    const { email, password, totpSecret } = finance;
    const staff = { finance: { email, password, totp_secret: totpSecret } };
    writeFileSync(file, JSON.stringify({ hosts: platform.urls, merchant, buyer, staff }));
    env = { ...process.env, DEMO_FILE: file };
  });
  afterAll(async () => {
    await platform.verifyBooks();
    await platform.stop();
    rmSync(folder, { recursive: true });
  });

  it('three calls lead to a received and verified webhook', async () => {
    const receiver = run(process.execPath, [path.join(ROOT, 'scripts/receive.mjs')]);
    await receiver.says('Receiving webhooks');
    const calls = run('bash', ['-eu', '-o', 'pipefail', '-c', commandsOf('../README.md')[0]!]);
    const [code] = (await once(calls.child, 'close')) as [number];
    expect(calls.output).toContain('"status":"completed"');
    expect(code).toBe(0);
    await receiver.says('payment.success (test): signature verified');
    receiver.child.kill('SIGINT');
    await once(receiver.child, 'close');
    const merchants = await platform.sql('SELECT url FROM webhook_endpoints WHERE url LIKE $1', [
      'http://127.0.0.1:%',
    ]);
    expect(merchants).toEqual([]);
  });

  it('its receiver conforms', async () => {
    const examined = run(process.execPath, [path.join(ROOT, 'scripts/receive.mjs'), '--examine']);
    const [code] = (await once(examined.child, 'close')) as [number];
    expect(examined.output).toContain('The endpoint conforms.');
    expect(examined.output).not.toMatch(/FAIL| -- /);
    expect(code).toBe(0);
  });

  it('npm run demo runs to its end', async () => {
    const demo = run(process.execPath, [path.join(ROOT, 'scripts/demo.mjs')]);
    const [code] = (await once(demo.child, 'close')) as [number];
    expect(demo.output).toContain('Done: paid, received, verified, proved.');
    expect(code).toBe(0);
  });

  function run(command: string, args: string[]) {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new Running(child);
  }
});

class Running {
  output = '';

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`ended without saying ${text}:\n${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
  }
}
