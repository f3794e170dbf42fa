import { Config } from '@app/config';
import { SentMessagesModule } from '@app/notifications';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { BusinessApiModule } from '../../../apps/business-api/src/business-api.module';
import {
  type KeptMessage,
  SentMessagesService,
} from '../../../libs/notifications/src/sent-messages/sent-messages.service';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';
import { barriersOn, describeInBrowser, launch, PHONE, watchedPage } from '../checkout-api/browser';
import { eventually } from '../../support/eventually';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const HOSTILE = '</b><script>document.title = "changed"</script>';

let platform: Platform;
let MAILS_DIR: string;
let messages: SentMessagesService;

beforeAll(async () => {
  const env = { NODE_ENV: 'development', RATE_LIMITS: 'false' };
  platform = await startPlatform({ apps: ['business', 'scheduler'], env });
  MAILS_DIR = platform.config.env.MAILS_DIR;
  messages = platform.inside('scheduler', SentMessagesService);
});
afterAll(() => platform?.stop());

const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(platform.urls.business + address, { headers, method });

/** Registers over HTTP; returns the address and the access token. */
async function register() {
  const email = `ada-${Math.random().toString(36).slice(2)}@example.com`;
  const body = {
    account_type: 'personal',
    email,
    password: 'a long enough passphrase',
    first_name: 'Ada',
    last_name: 'Bello',
  };
  const { body: answer } = await platform.post('business', 'auth.php?action=register', body);
  return { email, token: answer.access_token as string };
}

const newestTo = (to: string): Promise<KeptMessage> =>
  eventually(async () => (await messages.newest()).find((message) => message.to === to));

const verify = (otp: string, token: string) =>
  platform.post('business', 'auth.php?action=verify-email', { otp }, { token });

describe('The page of sent mails and text messages', () => {
  it('lists what the scheduler sent, newest first, and shows the code that proves the address', async () => {
    const first = await register();
    await newestTo(first.email);
    const second = await register();
    const { id } = await newestTo(second.email);
    const list = await (await ask('/mails')).text();
    expect(list.indexOf(second.email)).toBeGreaterThan(0);
    expect(list.indexOf(first.email)).toBeGreaterThan(list.indexOf(second.email));
    const page = await (await ask(`/mails/${id}`)).text();
    const [, code] = /^ {4}(\d{6})$/m.exec(page)!;
    expect((await (await ask(`/mails/${id}/html`)).text()).includes(code!)).toBe(true);
    expect((await verify(code!, second.token)).status).toBe(200);
  });

  it('shows a text message with its code', async () => {
    const { token } = await platform.signUp();
    const phone = '+2348031234567';
    const profile = await platform.post(
      'business',
      'settings.php?action=update-profile',
      { phone },
      { token },
    );
    expect(profile.body.phone_code_sent).toBe(true);
    const { id, text } = await newestTo(phone);
    const otp = /\d{6}/.exec(text)![0];
    const page = await (await ask(`/mails/${id}`)).text();
    expect(page).toContain(otp);
    expect(page).not.toContain('<iframe');
    expect((await ask(`/mails/${id}/html`)).status).toBe(404);
    const proved = await platform.post('business', 'auth.php?action=verify-phone', { otp }, { token });
    expect(proved.status).toBe(200);
  });

  it('cannot be read or framed by pages of other origins', async () => {
    const { email } = await register();
    const { id } = await newestTo(email);
    const origin = 'http://localhost:5173';
    for (const address of ['/mails', `/mails/${id}`, `/mails/${id}/html`]) {
      const { status, headers } = await ask(address, { origin });
      const isMail = address.endsWith('/html');
      expect([
        address,
        status,
        headers.get('access-control-allow-origin'),
        headers.get('cross-origin-resource-policy'),
        headers.get('x-frame-options'),
      ]).toEqual([address, 200, null, 'same-origin', isMail ? 'SAMEORIGIN' : 'DENY']);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toMatch(isMail ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/);
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).not.toContain('script-src');
      const preflight = await ask(address, { origin, 'access-control-request-method': 'GET' }, 'OPTIONS');
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(['/mails/none', '/mails/..%2fdemo', '/mails/none/html'])('has no message at %s', async (address) =>
    expect((await ask(address)).status).toBe(404),
  );

  it('is part of the business host in development alone', () => {
    const isServedIn = (NODE_ENV: 'development' | 'test' | 'production') =>
      BusinessApiModule.with(new Config({ ...Config.from({}).env, NODE_ENV })).imports!.includes(
        SentMessagesModule,
      );
    expect([isServedIn('development'), isServedIn('test'), isServedIn('production')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is not served by a host of another environment', async () => {
    const other = await startPlatform({ apps: ['business'] });
    try {
      expect((await fetch(`${other.urls.business}/mails`)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});

describe('pay mails', () => {
  const pay = (args: string[], env: Record<string, string> = {}) =>
    Program.run('scripts/pay.mjs', ['mails', ...args], { MAILS_DIR, ...env });
  const printed = async (args: string[], env?: Record<string, string>) => {
    const program = pay(args, env);
    return [await program.ended, program.output] as const;
  };

  it('prints the newest messages, the newest last, and only those to an address', async () => {
    const [first, second] = [await register(), await register()];
    await newestTo(first.email);
    await newestTo(second.email);
    const [code, output] = await printed([]);
    expect(code).toBe(0);
    expect(output).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d  ada-\S+  Your verification code$/m);
    expect(output.indexOf(second.email)).toBeGreaterThan(output.indexOf(first.email));
    const [, own] = await printed(['--to', first.email]);
    expect(own).toContain(first.email);
    expect(own).not.toContain(second.email);
    expect(await printed(['--to', 'none@example.com'])).toEqual([
      0,
      'No mail or text message was sent to none@example.com yet.\n',
    ]);
  });

  it('prints only the code, and waits for it', async () => {
    const address = `later-${Math.random().toString(36).slice(2)}@example.com`;
    const waiting = pay(['--to', address, '--code']);
    await messages.keep({ to: address, subject: 'Another 111111', text: 'x', html: null, attachments: [] });
    await messages.keep({
      to: address,
      subject: 'A',
      text: 'a\n\n    654321\n',
      html: null,
      attachments: [],
    });
    expect([await waiting.ended, waiting.output]).toEqual([0, '654321\n']);
  });

  it('goes on with messages that are sent', async () => {
    const following = pay(['--follow', '--to', 'next@example.com']);
    await following.says('Waiting for the next one.');
    const subject = 'The next one';
    await messages.keep({ to: 'next@example.com', subject, text: 'text', html: null, attachments: [] });
    await following.says(`next@example.com  ${subject}`);
    expect(await following.end('SIGINT')).toBe(130);
  });

  it('is refused in production', async () => {
    const [code, output] = await printed([], { NODE_ENV: 'production' });
    expect([code, output.trim()]).toEqual([1, 'Mails are kept in development only.']);
  });
});

describeInBrowser('The page of sent mails in a browser', () => {
  let browser: Browser;
  let id: string;

  beforeAll(async () => {
    browser = await launch();
    const link = '<a href="https://shop.example/paid">Pay</a>';
    await messages.keep({
      to: 'ada@example.com',
      subject: HOSTILE,
      text: HOSTILE,
      html: `<!doctype html>\n<html lang="en">\n<head>\n<title>A</title></head><body>${HOSTILE}${link}</body></html>`,
      attachments: ['INV-2026-000001.pdf'],
    });
    id = (await newestTo('ada@example.com')).id;
  });
  afterAll(() => browser?.close());

  async function onPage(address: string, story: (page: Page) => Promise<void>, screen = DESKTOP) {
    const { page, faults, close } = await watchedPage(browser, screen, [platform.urls.business]);
    await page.goto(platform.urls.business + address, { waitUntil: 'networkidle' });
    await story(page);
    await close();
    return faults;
  }

  const SCREENS: [string, BrowserContextOptions][] = [
    ['on a desktop', DESKTOP],
    ['on a phone', PHONE],
  ];

  it.each(SCREENS)('has no barriers, and fits, %s', async (_, screen) => {
    const { email } = await register();
    const mail = await newestTo(email);
    for (const address of ['/mails', `/mails/${mail.id}`]) {
      const faults = await onPage(
        address,
        async (page) => {
          expect(await barriersOn(page)).toEqual({ light: [], dark: [] });
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        },
        screen,
      );
      expect(faults).toEqual([]);
    }
  });

  it('runs no script of a mail, and opens its links outside its frame', async () => {
    await onPage('/mails', async (page) => {
      expect(await page.getByText('</b><script>').count()).toBe(1);
      await page.getByText('</b><script>').click();
      await page.waitForURL(/\/mails\/./);
      expect(await page.title()).toContain('</b><script>');
      expect(await page.getByText('INV-2026-000001.pdf').count()).toBe(1);
      const frame = page.frameLocator('iframe');
      expect(await page.frames()[1]!.title()).toBe('A');
      const opened = page.waitForEvent('popup');
      await frame.getByRole('link', { name: 'Pay' }).click();
      await (await opened).close();
      expect(page.url()).toContain(`/mails/${id}`);
    });
  });
});
