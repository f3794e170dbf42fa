import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, watchedPage } from '../checkout-api/browser';
import { tokenOf } from '../checkout-api/cards';

const DOCUMENT = path.resolve(__dirname, '../../../docs/openapi/sandbox.json');

interface Operation {
  method: string;
  place: string;
  id: string;
  /** The names of the credentials that it accepts. */
  schemes: string[];
}

const OPERATIONS: Operation[] = (() => {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
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
})();

/** The element of the page that shows the document. */
interface Explorer {
  resolvedSpec: { securitySchemes: { apiKeyId: string }[] };
  setAuthenticationConfiguration(id: string, value: { token: string }): Promise<void>;
  scrollTo(form: string): Promise<void>;
}

/** Codes of requests whose fields were not looked at, or were not as they must be. */
const UNFIT = ['VALIDATION_ERROR', 'UNKNOWN_ACTION', 'UNAUTHENTICATED', 'INVALID_API_KEY', 'FORBIDDEN'];

/** Operations that the sandbox refuses whatever the request is, with the code. */
const REFUSED: Readonly<Record<string, string>> = {
  sessionsWalletLogin: 'VALIDATION_ERROR',
  sessionsWalletQuote: 'VALIDATION_ERROR',
};

describeInBrowser('The forms of the API reference', () => {
  let platform: Platform;
  let browser: Browser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'sandbox'], env: { RATE_LIMITS: 'false' } });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  /** A value for each credential of the sandbox. */
  async function credentials(): Promise<[scheme: string, value: string][]> {
    const { token, test } = await platform.merchant();
    const body = { amount: 2500, currency: 'NGN' };
    const session = await platform.post('sandbox', 'sessions.php?action=create', body, {
      key: test.secret_key,
    });
    return [
      ['secret-key', test.secret_key],
      ['public-key', test.public_key],
      ['checkout-session', tokenOf(session.body as { checkout_url: string })],
      ['session', token],
    ];
  }

  /** Presses Execute in the form of an operation as it opens, with one credential set. */
  async function pressed(page: Page, { method, place }: Operation, scheme: string, value: string) {
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
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === place);
    await panel.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    const isJson = answer.headers()['content-type']?.startsWith('application/json');
    const { error_code: code } = (isJson ? await answer.json() : {}) as { error_code?: string };
    return { status: answer.status(), code, message: await answer.text() };
  }

  it('send for each operation of the sandbox a request whose fields are as they must be', async () => {
    const given = await credentials();
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.sandbox]);
    await page.goto(`${platform.urls.sandbox}/docs/reference`);
    await page.locator('#api-title').waitFor();
    const unfit: string[] = [];
    for (const operation of OPERATIONS) {
      const [scheme, value] = given.find(([name]) => operation.schemes.includes(name))!;
      const { status, code, message } = await pressed(page, operation, scheme, value);
      const isUnfit = code !== undefined && UNFIT.includes(code) && REFUSED[operation.id] !== code;
      if (isUnfit || status >= 500) unfit.push(`${operation.id}: ${status} ${message}`);
    }
    expect(unfit).toEqual([]);
    expect(OPERATIONS.length).toBeGreaterThan(75);
    expect(faults).toEqual([]);
    await close();
  });
});
