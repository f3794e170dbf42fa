import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateSync } from 'otplib';
import { runPage } from '../../support/doc-commands';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';

/** A newcomer copies the commands of the first pages in their order, without a change. */
describe('A newcomer', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform({ env: { NODE_ENV: 'development' } });
  });
  afterAll(() => platform?.proveAndStop());

  it('follows the quickstart and opens an own account, in one shell', async () => {
    const merchant = await platform.merchant();
    const pages = ['start/quickstart.md', 'start/own-account.md'];
    const output = await runPage(pages, platform, { merchant }, { PORT: String(await freePort()) });
    expect(output.length).toBeGreaterThan(15);
  });

  it('follows the first day of an operator', async () => {
    const buyer = await platform.signUp();
    const staff: Record<string, object> = {};
    for (const role of ['compliance', 'admin'] as const) {
      const { id, email, password, totpSecret } = await platform.staff(role);
      staff[role] = { email, password, totp_secret: totpSecret };
      // The sign-in used the present code, so that the page signs in with it again.
      await platform.sql('UPDATE two_factors SET last_step = 0 WHERE id = $1', [id]);
    }
    const output = await runPage('start/first-day-operator.md', platform, { buyer, staff });
    expect(output).toHaveLength(9);
    const [{ frozen_at: frozenAt }] = (await platform.sql('SELECT frozen_at FROM users WHERE id = $1', [
      buyer.id,
    ])) as [{ frozen_at: Date | null }];
    expect(frozenAt).toBeNull();
  });
});

describe('npm run staff -- code', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-demo-'));
  const DEMO_FILE = path.join(folder, 'demo.json');
  const printed = async (args: string[], env: Record<string, string> = {}) => {
    const program = Program.run('scripts/staff.mjs', ['code', ...args], { DEMO_FILE, ...env });
    return [await program.ended, program.output.trim()] as const;
  };
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  beforeAll(() =>
    writeFileSync(DEMO_FILE, JSON.stringify({ staff: { finance: { totp_secret: secret }, admin: {} } })),
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints the code that an authenticator app shows now', async () => {
    const before = generateSync({ secret });
    const [code, output] = await printed(['finance']);
    expect(code).toBe(0);
    expect([before, generateSync({ secret })]).toContain(output);
  });

  it.each([[['treasurer']], [['constructor']], [[]]] as [string[]][])(
    'names the roles for %j',
    async (args) =>
      expect(await printed(args)).toEqual([
        1,
        'Demo staff have the roles finance, admin: npm run staff -- code <role>',
      ]),
  );

  it('is refused in production, and without demo data', async () => {
    expect(await printed(['finance'], { NODE_ENV: 'production' })).toEqual([
      1,
      'There are demo staff in development only.',
    ]);
    expect(await printed(['finance'], { DEMO_FILE: path.join(folder, 'none.json') })).toEqual([
      1,
      'There is no demo data yet: run `npm start` first, in another terminal.',
    ]);
  });
});
