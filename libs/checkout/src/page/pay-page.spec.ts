import { Money } from '@app/kernel';
import type { PageAttempt, PageSession } from '../page.queries';
import { assetAt, SCRIPT, STYLE } from './assets';
import { html } from './html';
import { pageHeaders } from './layout';
import { noSuchPage, payPage } from './pay-page';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

function session(fields: Partial<PageSession> = {}): PageSession {
  return {
    ...{
      sessionId: 'cs_test_x',
      mode: 'test',
      purpose: 'payment',
      status: 'pending',
      amount: new Money(250_050n, 'NGN'),
    },
    ...{
      orderRef: null,
      description: null,
      payee: 'Okafor Books',
      paymentMethods: ['card'],
      successUrl: null,
      cancelUrl: null,
    },
    ...{ createdAt: NOW, expiresAt: new Date(NOW.getTime() + 3_600_000), paidAt: null, attempt: null },
    ...{ revision: '1.0', fee: new Money(0n, 'NGN'), escrow: null },
    ...fields,
  };
}

function attempt(fields: Partial<PageAttempt>): PageAttempt {
  const charge = new Money(250_050n, 'NGN');
  return {
    ...{
      id: 'a',
      status: 'waiting',
      authMode: null,
      gwRef: 'gw',
      redirectUrl: null,
      failure: null,
      tries: 0,
      charge,
    },
    ...{ method: 'card', instructions: null, expiresAt: null, received: null, unappliedReason: null },
    ...fields,
  };
}

const page = (fields: Partial<PageSession> = {}, price: Money | null = new Money(250_050n, 'NGN')) =>
  payPage({ session: session(fields), token: 'TOKEN', price, now: NOW, nonce: 'NONCE' });

describe('the hosted page', () => {
  it('says who is paid how much, and that it is a test', () => {
    const text = page({ description: 'Two copies' });
    expect(text).toContain('Okafor Books');
    expect(text).toContain('₦2,500.50');
    expect(text).toContain('Two copies');
    expect(text).toContain('Test mode.');
    expect(page({ mode: 'live' })).not.toContain('Test mode.');
    expect(page({ mode: 'live' })).not.toContain('4000 0000');
  });

  it('writes large amounts to the last digit', () => {
    expect(page({ amount: new Money(99_999_999_999_999n, 'USD') })).toContain('$999,999,999,999.99');
  });

  it.each(['description', 'payee', 'sessionId'] as const)('shows a hostile %s as text', (field) => {
    const text = page({ [field]: HOSTILE, status: 'completed', paidAt: NOW });
    expect(text).not.toMatch(/<script>|<img/);
    expect(text).toContain(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;',
    );
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
  });

  it('never lets a card end up in an address: its fields have no names and its button sleeps without the script', () => {
    const form = /<form id="card-form"[\s\S]*?<\/form>/.exec(page())![0];
    expect(form).not.toContain(' name=');
    expect(form).toMatch(/<button class="button" type="submit"[^>]* disabled>/);
    for (const purpose of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
      expect(form).toContain(`autocomplete="${purpose}"`);
  });

  it('says what the card is charged where that is another currency', () => {
    const price = new Money(154_000_000n, 'NGN');
    expect(page({ amount: new Money(100_000n, 'USD') }, price)).toContain(
      'Your card is charged ₦1,540,000.00 (NGN).',
    );
    expect(page()).not.toContain('Your card is charged');
  });

  it('takes no card where there is no price for it', () => {
    const text = page({ amount: new Money(100_000n, 'USD') }, null);
    expect(text).toContain('cannot be paid by card just now');
    expect(text).not.toContain('card-form');
  });

  it('tells why the last card was declined', () => {
    expect(page({ attempt: attempt({ status: 'failed', failure: 'Insufficient funds' }) })).toContain(
      'Insufficient funds. You were not charged.',
    );
  });

  it('is honest about money that was taken and not passed on', () => {
    const aside = attempt({ status: 'unapplied' });
    expect(page({ attempt: aside })).toContain('will be returned to you');
    expect(page({ status: 'expired', attempt: aside })).toContain('will be returned to you');
    expect(page({ status: 'expired' })).not.toContain('returned to you');
  });

  it.each([
    ['pin', 'Enter your card PIN'],
    ['otp', 'Enter the code'],
    ['redirect', 'Continue to your bank'],
    [null, 'Confirming your payment'],
  ] as const)('asks for the step %s', (authMode, text) => {
    const redirectUrl = authMode === 'redirect' ? 'https://bank.example/x' : null;
    expect(page({ status: 'processing', attempt: attempt({ authMode, redirectUrl }) })).toContain(text);
  });

  it('leads back to the merchant with the session, by itself only just after the payment', () => {
    const paid = { status: 'completed', successUrl: 'https://shop.example/ok?a=1', paidAt: NOW } as const;
    expect(page(paid)).toContain('data-leave-to="https://shop.example/ok?a=1&amp;session_id=cs_test_x"');
    const yesterday = page({ ...paid, paidAt: new Date(NOW.getTime() - 86_400_000) });
    expect(yesterday).not.toContain('data-leave-to');
    expect(yesterday).toContain('href="https://shop.example/ok?a=1&amp;session_id=cs_test_x"');
  });

  it('is over when its time has passed, also before anybody wrote so', () => {
    expect(page({ expiresAt: NOW })).toContain('This payment link has expired');
    expect(page({ status: 'expired' })).not.toContain('card-form');
  });

  it('says of an unknown address no more than that', () => {
    expect(noSuchPage('NONCE')).toContain('There is nothing to pay here');
  });
});

describe('what the page may load', () => {
  it('is its own script and style, by nonce, and no frame holds it', () => {
    const policy = pageHeaders('NONCE')['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'nonce-NONCE'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page()).toContain(`<script src="${SCRIPT.path}" nonce="NONCE" defer>`);
    expect(page()).not.toMatch(/ style=| on[a-z]+=/);
  });

  it('stands under addresses that change with the content', () => {
    expect(assetAt(SCRIPT.path)).toBe(SCRIPT);
    expect(assetAt(STYLE.path)).toBe(STYLE);
    expect(assetAt('/assets/pay.js')).toBeUndefined();
    expect(assetAt('/assets/__proto__')).toBeUndefined();
  });

  it('is a script that parses', () => {
    expect(() => new Function(SCRIPT.content)).not.toThrow();
    expect(SCRIPT.content).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });
});

describe('html', () => {
  it('escapes every value it did not make itself', () => {
    expect(html`<b title="${`"'`}">${'<&>'}${1}${null}${false}</b>`.text).toBe(
      '<b title="&quot;&#39;">&lt;&amp;&gt;1</b>',
    );
    expect(html`${[html`<i>a</i>`, html`<i>${'<'}</i>`]}`.text).toBe('<i>a</i><i>&lt;</i>');
  });
});
