import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Facts, factsAsJson, formatFacts } from '../src/templates/facts';
import { formatMoney } from '../src/templates/format';
import { render } from '../src/templates/render';
import { TEMPLATES } from '../src/templates/template-registry';

const FACTS: Facts = {
  amount: { minor: '250050', currency: 'NGN' },
  charged: { minor: '100', currency: 'USD' },
  from: 'ada',
  to: 'bola',
  fee: { minor: '100', currency: 'NGN' },
  note: { said: 'lunch' },
  reason: { said: 'declined' },
  tx_ref: 'dep_1',
  order_ref: 'A-7',
  session_id: 'cs_1',
  payee: 'Adé Stores',
  escrow: true,
  ip: '10.0.0.1',
  url: 'https://shop.example',
  paid_at: { at: '2026-11-21T08:00:00Z' },
  changed_at: { at: '2026-11-21T08:00:00Z' },
  signed_in_at: { at: '2026-11-21T08:00:00Z' },
  unlocks_at: { at: '2026-11-21T08:00:00Z' },
  failing_since: { at: '2026-11-21T08:00:00Z' },
  device: { said: 'Phone' },
  reversed_transaction_id: 'tx_1',
  request_id: 7,
  by: 'bola',
  received: { minor: '250050', currency: 'NGN' },
  expires_at: { at: '2026-11-28T08:00:00Z' },
  uuid: 'escrow-1',
  dispute_uuid: 'dispute-1',
  raised_by: 'initiator',
  resolution: 'split',
  returned: { minor: '50', currency: 'NGN' },
  beneficiary_amount: { minor: '50', currency: 'NGN' },
  through: 'wallet',
  response: { said: 'It did come' },
  batch_id: 'batch-1',
  batch_name: { said: 'November' },
  recipient_count: 12,
  resolve_by: { at: '2026-11-21T08:00:00Z' },
  deadline_at: { at: '2026-11-21T08:00:00Z' },
};

/** No fact has a value. */
const NO_FACTS: Facts = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]));

describe('Notification templates', () => {
  it('have a name of their own and reach the inbox, the mailbox or both', () => {
    expect(new Set(TEMPLATES.map(({ type }) => type)).size).toBe(TEMPLATES.length);
    for (const { type, inbox, mail } of TEMPLATES)
      expect([type, inbox || mail !== 'none']).toEqual([type, true]);
  });

  it('are those that docs/guides/notifications.md lists', () => {
    const docs = readFileSync(path.resolve(__dirname, '../../../docs/guides/notifications.md'), 'utf8');
    const listed = [...docs.matchAll(/^\| `([a-z]+\.[a-z-]+)`/gm)].map(([, type]) => type);
    expect(listed.sort()).toEqual(TEMPLATES.map(({ type }) => type).sort());
  });

  it.each(TEMPLATES.map((template) => [template.type, template] as const))(
    '%s: whole sentences in each language',
    (_, template) => {
      for (const language of ['en', 'fr'] as const) {
        for (const facts of [FACTS, NO_FACTS]) {
          const { title, body, rows } = render(template, facts, language, 'mail');
          // A fact that is missing leaves no "undefined" behind.
          expect(`${title} ${body} ${rows.flat().join(' ')}`).not.toMatch(/undefined|null|\[object|NaN|[{}]/);
          expect(title).not.toMatch(/\.$/);
          expect(body).toMatch(/[.:]$/);
        }
      }
    },
  );
});

describe('Facts', () => {
  it('leave what others wrote out of mails', () => {
    expect(formatFacts(FACTS, 'en', 'inbox').note).toBe('lunch');
    expect(formatFacts(FACTS, 'en', 'mail').note).toBe('');
  });

  it('become JSON for the API', () => {
    expect(
      factsAsJson({
        amount: { minor: '5', currency: 'USD' },
        fee: { minor: '1', currency: 'NGN' },
        note: { said: null },
        at: { at: 'x' },
      }),
    ).toEqual({
      amount: 0.05,
      currency: 'USD',
      fee: 0.01,
      fee_currency: 'NGN',
      note: null,
      at: 'x',
    });
  });

  it.each([
    ['NGN', 'en', '₦99,999,999,999,999.99'],
    ['CAD', 'en', 'CA$99,999,999,999,999.99'],
    ['USD', 'en', '$99,999,999,999,999.99'],
    ['KES', 'en', /^K(Sh|ES)\s99,999,999,999,999\.99$/],
    ['EUR', 'fr', /^99\s999\s999\s999\s999,99\s€$/],
  ] as const)('format %s in %s digit by digit', (currency, language, expected) => {
    const written = formatMoney({ minor: '9999999999999999', currency }, language);
    if (typeof expected === 'string') expect(written).toBe(expected);
    else expect(written).toMatch(expected);
  });
});
