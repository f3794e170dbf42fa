import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@app/merchants';
import { PUBLIC_EVENTS, publicEventOf } from './catalogue';
import { eventsPage } from './events.page';
import { exampleOf, type Fields } from './fields';
import { sampleFaults, sampleOf } from './sample.view';

const NOW = new Date('2026-11-21T10:00:00.000Z');

describe('the catalogue of events', () => {
  it('matches docs/reference/events.md (npm run docs:events updates it)', () => {
    const page = readFileSync(path.resolve(__dirname, '../../../../docs/reference/events.md'), 'utf8');
    expect(page).toBe(eventsPage());
  });

  it.each(WEBHOOK_EVENTS)('%s: every example has the type of its field', (name) => {
    const check = (fields: Fields) => {
      for (const [field, { example, holds, fields: inner, note }] of Object.entries(fields)) {
        expect([field, holds(example)]).toEqual([field, true]);
        expect(note).not.toBe('');
        if (inner) check(inner);
      }
    };
    check(publicEventOf(name).fields);
    expect(Object.keys(publicEventOf(name).fields).length).toBeGreaterThan(0);
  });

  it('has exactly one row for each event that an endpoint may name', () => {
    expect(PUBLIC_EVENTS.map(({ name }) => name).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  });

  it('has a cause for each event, except for the one sent on demand', () => {
    expect(PUBLIC_EVENTS.flatMap(({ name, causes }) => (causes.length === 0 ? name : []))).toEqual([
      'test.ping',
    ]);
  });

  it('marks events as on request as the contract does', () => {
    expect(WEBHOOK_EVENTS.filter((name) => publicEventOf(name).onRequest)).toEqual(['transfer.completed']);
  });
});

describe('a sample', () => {
  it.each(WEBHOOK_EVENTS)('has the fields of %s and is_sample', (name) => {
    const { is_sample, ...data } = sampleOf(name, {}, NOW) as Record<string, unknown>;
    expect(is_sample).toBe(true);
    expect(Object.keys(data)).toEqual(Object.keys(exampleOf(publicEventOf(name).fields)));
    expect(sampleFaults(name, data)).toEqual([]);
  });

  it('has new ids and times each time', () => {
    const seen = (name: WebhookEvent, field: string) =>
      new Set([1, 2, 3].map(() => (sampleOf(name, {}, NOW) as Record<string, unknown>)[field])).size;
    expect(seen('transfer.received', 'transaction_id')).toBe(3);
    expect(seen('payment.success', 'session_id')).toBe(3);
    expect(sampleOf('payment.success', {}, NOW)).toMatchObject({
      session_id: expect.stringMatching(/^cs_test_[0-9A-Za-z]{22}$/),
      is_test: true,
      paid_at: NOW.toISOString(),
    });
  });

  it('uses given values, also in nested objects', () => {
    const given = { session: { amount: 100, customer_name: null } };
    expect(sampleFaults('checkout.completed', given)).toEqual([]);
    expect(sampleOf('checkout.completed', given, NOW)).toMatchObject({
      session: { amount: 100, customer_name: null, status: 'completed' },
    });
  });

  it.each([
    ['payment.success', { amout: 1 }, 'data.amout'],
    ['payment.success', { amount: '1' }, 'data.amount'],
    ['payment.success', { amount: NaN }, 'data.amount'],
    ['payment.success', { status: 'failed' }, 'data.status'],
    ['payment.success', { metadata: [] }, 'data.metadata'],
    ['payment.success', { paid_at: 'today' }, 'data.paid_at'],
    ['payment.success', { currency: 'naira' }, 'data.currency'],
    ['payment.success', { constructor: {} }, 'data.constructor'],
    ['payment.success', JSON.parse('{"__proto__": 1}') as object, 'data.__proto__'],
    ['checkout.completed', { session: { amount: 1.5 } }, 'data.session.amount'],
    ['checkout.completed', { session: null }, 'data.session'],
    ['escrow.disputed', { dispute: { resolve_by: '20 November' } }, 'data.dispute.resolve_by'],
  ] as const)('is refused for %s with %j at %s', (name, given, field) => {
    expect(sampleFaults(name, given as Record<string, unknown>)).toEqual([
      { field, code: expect.stringMatching(/_field$/), message: expect.stringContaining(field) },
    ]);
  });
});
