import type { PageBrand } from '@app/pages';
import { PaymentLink } from '../links/payment-link.aggregate';
import { linkPage } from './link.page';

/** A business without a brand of its own. */
const PLAIN: PageBrand = {
  logo: null,
  color: null,
  supportEmail: null,
  supportPhone: null,
  supportUrl: null,
  termsUrl: null,
  postalAddress: null,
  platform: 'Payments',
};
const NOW = new Date('2026-11-21T12:00:00.000Z');
const style = {
  path: '/pay.css',
  type: '',
  content: Buffer.alloc(0),
  encoded: new Map<string, Buffer>(),
  integrity: 'sha384-of-style',
};

function page(suggestedMinor: bigint[], need: 'kyb' | null = null): string {
  const terms = { ownerId: 'owner', mode: 'live', appId: null, currency: 'NGN', metadata: {} } as const;
  const bounds = { amountMinor: null, minMinor: 500n, maxMinor: 5_000n, suggestedMinor };
  const rest = { description: null, successUrl: null, maxUses: null, expiresAt: null };
  const link = new PaymentLink({ ...terms, ...bounds, ...rest, title: 'Support the library' }, NOW);
  const shown = { link, payee: 'Okafor Books', brand: PLAIN, need };
  return linkPage({ ...shown, nonce: 'NONCE', locale: 'en', path: '/link/CODE', style });
}
const amountField = (text: string) => /<input\s+id="pay-amount"[^>]*>/.exec(text)![0].replace(/\s+/g, ' ');

describe('the page of a payment link', () => {
  it('asks for an amount within the bounds', () => {
    const text = page([]);
    expect(amountField(text)).toContain('min="5.00" max="50.00" step="0.01" required');
    expect(text).not.toContain('name="suggested"');
  });

  it('offers suggested amounts, the first of them chosen, and limits no field that can be hidden', () => {
    const text = page([1_000n, 2_050n]);
    const radios = [...text.matchAll(/name="suggested" value="([^"]+)" (checked)?/g)];
    expect(radios.map(([, value, checked]) => [value, checked])).toEqual([
      ['10.00', 'checked'],
      ['20.50', undefined],
      ['other', undefined],
    ]);
    expect(amountField(text)).toContain('step="any"');
    expect(amountField(text)).not.toMatch(/min=|max=|required/);
  });

  it('has one heading, and names the business once above the form', () => {
    const headings = (text: string) => [...text.matchAll(/<h1[^>]*>([^<]+)/g)].map(([, title]) => title);
    expect(headings(page([]))).toEqual(['Support the library']);
    expect(page([]).split('Okafor Books')).toHaveLength(3); // In the title of the document too.
    expect(headings(page([], 'kyb'))).toEqual(['Payments are not open yet']);
  });
});
