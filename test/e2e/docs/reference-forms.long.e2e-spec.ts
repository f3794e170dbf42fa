import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { picture } from '../../support/identity-files';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, watchedPage } from '../checkout-api/browser';
import { tokenOf } from '../checkout-api/cards';

const DOCUMENTS = ['business', 'checkout', 'sandbox', 'app', 'staff'] as const;
type DocumentName = (typeof DOCUMENTS)[number];

interface Operation {
  method: string;
  place: string;
  id: string;
  /** The names of the credentials that it accepts. */
  schemes: string[];
}

function operationsOf(document: DocumentName): Operation[] {
  const file = path.resolve(__dirname, `../../../docs/openapi/${document}.json`);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  };
  return Object.entries(paths).flatMap(([place, item]) =>
    Object.entries(item).map(([method, { operationId, security }]) => ({
      method,
      place,
      id: operationId,
      schemes: security.flatMap(Object.keys),
    })),
  );
}

/** The element of the page that shows the document. */
interface Explorer {
  resolvedSpec: { securitySchemes: { apiKeyId: string }[] };
  setAuthenticationConfiguration(id: string, value: { token: string }): Promise<void>;
  scrollTo(form: string): Promise<void>;
}

/** Codes of requests whose fields were not looked at, or were not as they must be. */
const UNFIT = ['VALIDATION_ERROR', 'UNKNOWN_ACTION', 'UNAUTHENTICATED', 'INVALID_API_KEY', 'FORBIDDEN'];

/** Operations that refuse a request which is as it must be, with the beginning of the message. */
const REFUSED: Readonly<Record<string, string>> = {
  // The value is in a mail, a text message or the answer of an earlier request.
  authConfirmEmail: 'No code is open',
  authNotMe: 'This link is wrong',
  authRefresh: 'This refresh token is not valid',
  authResetPassword: 'This token is wrong',
  authStaffInvitation: 'This link is wrong',
  authStaffSetup: 'This link is wrong',
  authVerifyEmail: 'This code is wrong',
  authVerifyPhone: 'No code is open',
  businessBrandConfirmSupportEmail: 'No code is open',
  teamAccept: 'This invitation is wrong',
  teamDecline: 'This invitation is wrong',
  // The account has a PIN.
  settingsSetPin: 'current_pin is needed',
  // The sandbox has no live wallets.
  sessionsWalletLogin: 'The sandbox has no sign-in',
  sessionsWalletQuote: 'The sandbox has no sign-in',
};

describeInBrowser('The forms of the API reference', () => {
  let platform: Platform;
  let browser: Browser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  /** The page that shows the document. */
  const pageOf = (document: DocumentName): string =>
    document === 'staff'
      ? `${platform.urls.business}/docs/operate/reference`
      : `${platform.urls[document]}/docs/reference`;

  /** A credential of a new account that the operation accepts: an earlier request may have ended a session or a key. */
  async function credential(
    document: DocumentName,
    { schemes }: Operation,
  ): Promise<[scheme: string, value: string] | undefined> {
    if (schemes.length === 0) return undefined;
    if (document === 'staff') return ['session', (await platform.staff('admin')).token];
    const merchant = await platform.merchant();
    const keys = document === 'sandbox' ? merchant.test : merchant.live;
    if (schemes.includes('secret-key')) return ['secret-key', keys.secret_key];
    if (schemes.includes('public-key')) return ['public-key', keys.public_key];
    if (schemes.includes('session')) return ['session', merchant.token];
    const host = document === 'sandbox' ? 'sandbox' : 'checkout';
    const body = { amount: 2500, currency: 'NGN' };
    const session = await platform.post(host, 'sessions.php?action=create', body, { key: keys.secret_key });
    return ['checkout-session', tokenOf(session.body as { checkout_url: string })];
  }

  /** Presses Execute in the form of an operation as it opens, with one credential set. */
  async function pressed(page: Page, { method, place }: Operation, [scheme, value] = ['', '']) {
    const form = `${method}-${place.replace(/[\s#:?&={}-]+/g, '-')}`;
    await page.locator('openapi-explorer').evaluate(
      async (element, { scheme, token, form }) => {
        const explorer = element as unknown as Explorer;
        for (const { apiKeyId } of explorer.resolvedSpec.securitySchemes)
          await explorer.setAuthenticationConfiguration(apiKeyId, {
            token: apiKeyId === scheme ? token : '',
          });
        await explorer.scrollTo(form);
      },
      { scheme, token: value, form },
    );
    const panel = page.locator(`api-request[element-id="${form}"]`);
    for (const field of await panel.locator('input[type=file]').all())
      await field.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === place);
    await panel.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    const isJson = answer.headers()['content-type']?.startsWith('application/json');
    const { error_code: code, message = '' } = (isJson ? await answer.json() : {}) as {
      error_code?: string;
      message?: string;
    };
    return { status: answer.status(), code, message };
  }

  it.each(DOCUMENTS)(
    'send for each operation of the %s document a request whose fields are as they must be',
    async (document) => {
      const operations = operationsOf(document);
      const { page, faults, close } = await watchedPage(browser, DESKTOP, [new URL(pageOf(document)).origin]);
      await page.goto(pageOf(document));
      await page.locator('#api-title').waitFor();
      const unfit: string[] = [];
      for (const operation of operations) {
        const { status, code, message } = await pressed(
          page,
          operation,
          await credential(document, operation),
        );
        const isUnfit = code !== undefined && UNFIT.includes(code);
        const isExpected = message.startsWith(REFUSED[operation.id] ?? '?');
        if ((isUnfit && !isExpected) || status >= 500) unfit.push(`${operation.id}: ${status} ${message}`);
      }
      expect(unfit).toEqual([]);
      expect(operations.length).toBeGreaterThan(35);
      expect(faults).toEqual([]);
      await close();
    },
  );
});
