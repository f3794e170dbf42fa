import { addSeconds } from '@app/kernel';
import { type LinkTerms, PaymentLink } from './payment-link.aggregate';

const NOW = new Date('2026-11-21T12:00:00.000Z');

const link = (terms: Partial<LinkTerms> = {}) =>
  new PaymentLink(
    {
      ownerId: 'owner',
      mode: 'live',
      appId: null,
      title: 'A book',
      description: null,
      currency: 'NGN',
      amountMinor: null,
      minMinor: null,
      maxMinor: null,
      suggestedMinor: [],
      successUrl: null,
      maxUses: null,
      expiresAt: null,
      metadata: {},
      ...terms,
    },
    NOW,
  );

describe('the amount of a payment link', () => {
  const bounded = { minMinor: 500n, maxMinor: 900n };
  it.each([
    ['fixed', { amountMinor: 700n }, null, 700n],
    ['fixed and repeated', { amountMinor: 700n }, 700n, 700n],
    ['fixed, another one', { amountMinor: 700n }, 701n, 'VALIDATION_ERROR'],
    ['chosen', {}, 1n, 1n],
    ['not chosen', {}, null, 'VALIDATION_ERROR'],
    ['the least', bounded, 500n, 500n],
    ['too little', bounded, 499n, 'VALIDATION_ERROR'],
    ['the largest', bounded, 900n, 900n],
    ['too much', bounded, 901n, 'VALIDATION_ERROR'],
    ['of an expired link', { expiresAt: NOW }, 1n, 'SESSION_EXPIRED'],
    ['just before it expires', { expiresAt: addSeconds(NOW, 1) }, 1n, 1n],
  ] as [string, Partial<LinkTerms>, bigint | null, bigint | string][])(
    'is accepted or refused: %s',
    (_what, terms, given, expected) => {
      const decide = () => link(terms).amountOf(given, NOW);
      if (typeof expected === 'bigint') expect(decide().minor).toBe(expected);
      else expect(decide).toThrow(expect.objectContaining({ code: expected }));
    },
  );

  it('is none where the link is switched off', () => {
    const off = link();
    off.setActive(false);
    expect([off.isOpen(NOW), link().isOpen(NOW)]).toEqual([false, true]);
  });
});
