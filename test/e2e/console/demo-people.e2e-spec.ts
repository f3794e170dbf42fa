import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { BrowserSession } from '../../support/browser-session';

describe('Demo people', () => {
  const [here, folder] = [process.cwd(), mkdtempSync(path.join(os.tmpdir(), 'payments-demo-'))];
  let platform: Platform;
  let merchant: TestUser;
  let finance: TestStaff;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business'], env: { DEMO_SIGN_IN: 'on' } });
    [merchant, finance] = [await platform.merchant(), await platform.staff('finance')];
    const demo = { merchant: { email: merchant.email }, staff: { finance: { email: finance.email } } };
    mkdirSync(path.join(folder, '.data'));
    writeFileSync(path.join(folder, '.data', 'demo.json'), JSON.stringify(demo));
    process.chdir(folder);
  });
  afterAll(async () => {
    process.chdir(here);
    rmSync(folder, { recursive: true });
    await platform?.stop();
  });

  const on = (address: string) => new BrowserSession(platform, address);

  it('sign in without a password on this machine, as if their second factor had been proved', async () => {
    const signedIn = await on('127.0.0.1').signIn({ demo: 'finance' });
    expect(outcomeOf(signedIn)).toBe('200 OK');
    const token = signedIn.body.access_token;
    const me = await platform.get('business', 'auth.php?action=me', { token });
    expect(me.body).toMatchObject({ user: { email: finance.email }, staff_role: 'finance' });
    expect(me.body.proved_until).not.toBeNull();
    expect(me.body.actions).toContain('admin.php:unapplied/list');
    expect(me.body.actions).not.toContain('admin.php:kyc/approve');
  });

  it('are unknown to other machines, and so are people who are not in the demo data', async () => {
    for (const [address, demo] of [
      ['198.51.100.7', 'merchant'],
      ['127.0.0.1', 'admin'],
    ] as const) {
      const refused = await on(address).signIn({ demo });
      expect(outcomeOf(refused)).toBe('400 VALIDATION_ERROR');
      expect(refused.body.errors).toEqual([
        expect.objectContaining({ field: 'demo', code: 'unknown_field' }),
      ]);
    }
    expect(outcomeOf(await on('127.0.0.1').signIn({ demo: 'owner' }))).toBe('400 VALIDATION_ERROR');
  });
});
