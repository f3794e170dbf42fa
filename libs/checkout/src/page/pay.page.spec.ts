import { Money, Rate } from '@app/kernel';
import { type Asset, type PageBrand, pageHeaders } from '@app/pages';
import type { PageAttempt, PageSession } from './page.queries';
import { noSessionPage, type PayPage, payPage } from './pay.page';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

function session(fields: Partial<PageSession> = {}): PageSession {
  return {
    sessionId: 'cs_test_x',
    mode: 'test',
    purpose: 'payment',
    status: 'pending',
    amount: new Money(250_050n, 'NGN'),
    escrowId: null,
    orderRef: null,
    customerEmail: null,
    description: null,
    payee: 'Okafor Books',
    takesPayments: true,
    paymentMethods: ['card'],
    appId: null,
    successUrl: null,
    cancelUrl: null,
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 3_600_000),
    paidAt: null,
    attempt: null,
    revision: '1.0',
    fee: new Money(0n, 'NGN'),
    escrow: null,
    embedOrigins: [],
    ...fields,
  };
}

function attempt(fields: Partial<PageAttempt>): PageAttempt {
  const charge = new Money(250_050n, 'NGN');
  return {
    id: 'a',
    status: 'waiting',
    authMode: null,
    gwRef: 'gw',
    redirectUrl: null,
    failure: null,
    buyer: null,
    tries: 0,
    charge,
    method: 'card',
    instructions: null,
    expiresAt: null,
    received: null,
    unappliedReason: null,
    isReturning: false,
    ...fields,
  };
}

const asset = (path: string): Asset => ({
  path,
  type: '',
  content: Buffer.alloc(0),
  encoded: new Map<string, Buffer>(),
  integrity: `sha384-of-${path}`,
});
const style = asset('/pay.css');
const script = { entry: asset('/pay.js'), preload: [asset('/en.js')] };

const brand: PageBrand = {
  logo: null,
  color: null,
  supportEmail: null,
  supportPhone: null,
  supportUrl: null,
  termsUrl: null,
  postalAddress: null,
  platform: 'Payments',
};

const page = (fields: Partial<PageSession> = {}, options: Partial<PayPage> = {}) =>
  payPage({
    session: session(fields),
    brand,
    price: { charge: new Money(250_050n, 'NGN'), rate: null },
    platform: 'Kora',
    forgotPasswordUrl: 'https://app.example/forgot-password',
    recurring: null,
    now: NOW,
    nonce: 'NONCE',
    locale: 'en',
    path: '/pay/TOKEN',
    theme: null,
    style,
    script,
    ...options,
  });

/** What the script starts from. */
const start = (text: string) =>
  JSON.parse(/<script type="application\/json" id="start">(.*?)<\/script>/s.exec(text)![1]!) as Record<
    string,
    unknown
  >;

describe('the hosted page', () => {
  it('says who is paid how much, and that it is a test', () => {
    const text = page({ description: 'Two copies' });
    expect(text).toContain('Okafor Books');
    expect(text).toContain('₦2,500.50');
    expect(text).toContain('Two copies');
    expect(text).toContain('Test mode.');
    expect(page({ mode: 'live' })).not.toContain('Test mode.');
  });

  it('writes large amounts to the last digit', () => {
    expect(page({ amount: new Money(99_999_999_999_999n, 'USD'), fee: new Money(0n, 'USD') })).toContain(
      '$999,999,999,999.99',
    );
  });

  it("shows the escrow's fee as a line of its own", () => {
    const text = page({ fee: new Money(3_751n, 'NGN'), escrow: { condition: null, deadlineDays: null } });
    expect(text).toContain('Escrow fee');
    expect(text).toContain('₦37.51');
    expect(text).toContain('₦2,538.01');
    expect(page()).not.toContain('Escrow');
  });

  it.each(['description', 'payee', 'sessionId'] as const)('shows a hostile %s as text', (field) => {
    const text = page({ [field]: HOSTILE, status: 'completed', paidAt: NOW });
    expect(text).not.toMatch(/<script>|<img/);
    const path = field === 'sessionId' ? 'session_id' : field;
    const shown = start(text).session as Record<string, unknown>;
    expect(path === 'payee' ? (shown.merchant as { name: string }).name : shown[path]).toBe(HOSTILE);
  });

  it('shows hostile addresses and reasons as text', () => {
    const failed = page({
      attempt: attempt({ status: 'failed', failure: HOSTILE }),
      cancelUrl: `https://x.example/${HOSTILE}`,
    });
    expect(failed).not.toMatch(/<script>|<img/);
    const bank = attempt({
      authMode: 'redirect',
      redirectUrl: `https://bank.example/${HOSTILE}`,
      gwRef: HOSTILE,
    });
    expect(page({ status: 'processing', attempt: bank })).not.toMatch(/<script>|<img/);
    expect(page({ description: '</script><script>alert(1)</script><!--' })).not.toMatch(/<script>|<!--/);
  });

  it('says without scripts how things stand, and that a script is needed to pay', () => {
    expect(page()).toContain('<noscript>');
    const paid = { status: 'completed', successUrl: 'https://shop.example/ok?a=1', paidAt: NOW } as const;
    expect(page(paid)).toContain('Payment complete');
    expect(page(paid)).toContain('href="https://shop.example/ok?a=1&amp;session_id=cs_test_x"');
    expect(page({ expiresAt: NOW })).toContain('This payment link has expired');
    expect(page({ status: 'expired' })).not.toContain('<noscript>');
  });

  it('says that a business takes no payments, without a way to pay', () => {
    const text = page({ takesPayments: false });
    expect(text).toContain('This business cannot take payments at the moment.');
    expect(text).not.toContain('<script');
    expect(page({ takesPayments: false, status: 'processing' })).toContain('<script');
    expect(page({ takesPayments: false, status: 'completed' })).toContain('Paid');
  });

  it('gives its script the amount that the card is charged, and nothing of the order', () => {
    const price = { charge: new Money(154_000_000n, 'NGN'), rate: Rate.parse('1540') };
    const dollars = { amount: new Money(100_000n, 'USD'), fee: new Money(0n, 'USD'), orderRef: 'SECRET' };
    expect(start(page(dollars, { price }))).toMatchObject({
      card: { amount: 1_540_000, currency: 'NGN', rate: 1540 },
    });
    expect(start(page(dollars, { price: null }))).toMatchObject({ card: null });
    expect(page(dollars)).not.toContain('SECRET');
  });

  it('says of an unknown address only that it is unknown', () => {
    const text = noSessionPage({ nonce: 'NONCE', locale: 'en', path: '/pay/TOKEN', style });
    expect(text).toContain('There is nothing to pay here');
    expect(text).not.toContain('<script');
  });

  it('speaks the language asked for', () => {
    const text = page({}, { locale: 'fr' });
    expect(text).toMatch(/<html\s+lang="fr"\s*>/);
    expect(text).toContain('Montant à payer');
    expect(text).toContain('2\u202f500,50');
    expect(start(text)).toMatchObject({ lang: 'fr' });
    expect(page({}, { theme: 'dark' })).toMatch(/<html\s+lang="en"\s+data-theme="dark"\s*>/);
  });
});

describe('the brand of the business', () => {
  const shown: PageBrand = {
    ...brand,
    logo: { path: '/brand/aa.png', width: 240, height: 80 },
    color: '#ffff00',
    supportEmail: 'help@books.example',
    supportPhone: '+2348031234567',
    supportUrl: 'https://books.example/help?a=1&b=2',
    termsUrl: 'https://books.example/terms',
  };

  it('is a logo, a colour, contacts and terms', () => {
    const text = page({}, { brand: shown });
    expect(text).toContain('src="/brand/aa.png" width="120" height="40" alt=""');
    expect(text).toMatch(/<style nonce="NONCE">\s*:root\{--brand:#ffff00;--brand-ink:#000000;/);
    expect(text).toContain('<a href="mailto:help@books.example">help@books.example</a>');
    expect(text).toContain('<a href="tel:+2348031234567">+2348031234567</a>');
    expect(text).toContain('href="https://books.example/help?a=1&amp;b=2"');
    expect(text).toContain('href="https://books.example/terms"');
    expect(start(text)).toMatchObject({ logo: shown.logo });
  });

  it('is the first letter of the name where there is no logo, and the platform is named anyway', () => {
    expect(page()).toMatch(/<span class="payee-mark" aria-hidden="true">O<\/span>/);
    expect(page()).toContain('Payments by Payments');
    expect(page()).not.toContain('<style');
  });

  it('is shown as text, whatever it contains', () => {
    const hostile = { supportEmail: HOSTILE, supportUrl: HOSTILE, termsUrl: HOSTILE, platform: HOSTILE };
    expect(page({}, { brand: { ...shown, ...hostile } })).not.toMatch(/<script>|<img src=x/);
  });
});

describe('what the page may load', () => {
  it('is its own script and style, by nonce and hash', () => {
    const headers = pageHeaders({ nonce: 'NONCE', embedOrigins: [] });
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'nonce-NONCE'");
    expect(policy).not.toContain('unsafe');
    const scripts = [...page().matchAll(/<script[^>]*>/g)].map(([tag]) => tag.replace(/\s+/g, ' '));
    expect(scripts[0]).toBe('<script type="application/json" id="start">');
    expect(scripts[1]).toMatch(
      /^<script type="module" src="\/pay.js" integrity="sha384-of-\/pay.js" nonce="NONCE" ?>$/,
    );
    expect(scripts).toHaveLength(2);
    expect(page()).not.toMatch(/ style=| on[a-z]+=/);
  });
});
