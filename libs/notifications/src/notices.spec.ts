import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOTICES } from './notices';
import { dataOf, type Facts, wordsOf } from './notice';
import { writtenMoney } from './written';

const FACTS: Facts = {
  ...{ amount: { minor: '250050', currency: 'NGN' }, charged: { minor: '100', currency: 'USD' } },
  ...{
    from: 'ada',
    to: 'bola',
    fee: { minor: '100', currency: 'NGN' },
    note: { said: 'lunch' },
    reason: { said: 'declined' },
    tx_ref: 'dep_1',
    order_ref: 'A-7',
  },
  ...{ session_id: 'cs_1', payee: 'Adé Stores', escrow: true, ip: '10.0.0.1', url: 'https://shop.example' },
  ...{ paid_at: { at: '2026-11-21T08:00:00Z' }, changed_at: { at: '2026-11-21T08:00:00Z' } },
  ...{ signed_in_at: { at: '2026-11-21T08:00:00Z' }, unlocks_at: { at: '2026-11-21T08:00:00Z' } },
  ...{ failing_since: { at: '2026-11-21T08:00:00Z' }, device: { said: 'Phone' } },
  reversed_transaction_id: 'tx_1',
  ...{ request_id: 7, by: 'bola', received: { minor: '250050', currency: 'NGN' } },
  expires_at: { at: '2026-11-28T08:00:00Z' },
  ...{ uuid: 'escrow-1', dispute_uuid: 'dispute-1', raised_by: 'initiator', resolution: 'split' },
  ...{ returned: { minor: '50', currency: 'NGN' }, beneficiary_amount: { minor: '50', currency: 'NGN' } },
  ...{ through: 'wallet', response: { said: 'It did come' } },
  ...{ batch_id: 'batch-1', batch_name: { said: 'November' }, recipient_count: 12 },
  ...{ resolve_by: { at: '2026-11-21T08:00:00Z' }, deadline_at: { at: '2026-11-21T08:00:00Z' } },
};

describe('What people are told', () => {
  it('has a name of its own, and is told somewhere', () => {
    expect(new Set(NOTICES.map(({ type }) => type)).size).toBe(NOTICES.length);
    for (const { type, inbox, mail } of NOTICES)
      expect([type, inbox || mail !== 'none']).toEqual([type, true]);
  });

  it('is what docs/notifications.md lists', () => {
    const docs = readFileSync(path.resolve(__dirname, '../../../docs/notifications.md'), 'utf8');
    const listed = [...docs.matchAll(/^\| `([a-z]+\.[a-z-]+)`/gm)].map(([, type]) => type);
    expect(listed.sort()).toEqual(NOTICES.map(({ type }) => type).sort());
  });

  it.each(NOTICES.map((notice) => [notice.type, notice] as const))(
    '%s: whole sentences in each language',
    (_, { text }) => {
      for (const language of ['en', 'fr'] as const) {
        for (const facts of [FACTS, {}] as Facts[]) {
          const {
            title,
            body,
            rows = [],
          } = text[language](
            // A fact that is not there leaves no "undefined" behind where it may lack.
            Object.fromEntries(
              Object.keys(FACTS).map((name) => [name, wordsOf(facts, language, 'mail')[name] ?? '']),
            ),
          );
          expect(`${title} ${body} ${rows.flat().join(' ')}`).not.toMatch(/undefined|null|\[object|NaN/);
          expect(title).not.toMatch(/\.$/);
          expect(body).toMatch(/[.:]$/);
        }
      }
    },
  );
});

describe('Words', () => {
  it('leave what others said out of mails', () => {
    expect(wordsOf(FACTS, 'en', 'inbox').note).toBe('lunch');
    expect(wordsOf(FACTS, 'en', 'mail').note).toBe('');
  });

  it('become data for programs', () => {
    expect(
      dataOf({
        amount: { minor: '5', currency: 'USD' },
        fee: { minor: '1', currency: 'NGN' },
        note: { said: null },
        at: { at: 'x' },
      }),
    ).toEqual({
      ...{ amount: 0.05, currency: 'USD', fee: 0.01, fee_currency: 'NGN', note: null, at: 'x' },
    });
  });

  it.each([
    ['NGN', 'en', '₦99,999,999,999,999.99'],
    ['CAD', 'en', 'CA$99,999,999,999,999.99'],
    ['USD', 'en', '$99,999,999,999,999.99'],
    ['KES', 'en', /^K(Sh|ES)\s99,999,999,999,999\.99$/],
    ['EUR', 'fr', /^99\s999\s999\s999\s999,99\s€$/],
  ] as const)('write %s in %s digit by digit', (currency, language, expected) => {
    const written = writtenMoney({ minor: '9999999999999999', currency }, language);
    if (typeof expected === 'string') expect(written).toBe(expected);
    else expect(written).toMatch(expected);
  });
});
