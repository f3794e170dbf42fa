import { exchangeOf, referenceIn } from './gateway-exchange.mapping';

describe('what is kept of a request to the payment company', () => {
  it('names the operation without the ids in its path', () => {
    expect(exchangeOf('POST', '/transactions/4711/refund', null, null).path).toBe(
      'POST /transactions/{id}/refund',
    );
    expect(exchangeOf('GET', '/transactions/verify_by_reference?tx_ref=a1', null, null).path).toBe(
      'GET /transactions/verify_by_reference',
    );
  });

  it.each([
    ['the request', () => exchangeOf('POST', '/charges', 'ref-1', { tx_ref: 'other' })],
    ['the answer', () => exchangeOf('POST', '/charges', null, { tx_ref: 'ref-1' })],
    ['the query', () => exchangeOf('GET', '/transfers?reference=ref-1', null, [])],
  ])('has our reference from %s', (_, exchange) => {
    expect(exchange().ours).toBe('ref-1');
  });

  it('has the id at the company from the answer, else from the path', () => {
    expect(exchangeOf('GET', '/transfers?reference=r', null, [{ id: 7 }]).theirs).toBe('7');
    expect(exchangeOf('GET', '/refunds/88', null, null).theirs).toBe('88');
    expect(exchangeOf('POST', '/charges?type=card', null, {}).theirs).toBeNull();
  });

  it('is about no payment where a list was read', () => {
    const { ours, theirs } = exchangeOf('GET', '/chargebacks?from=2026-01-01&page=1', null, [
      { id: 7, tx_ref: 'x' },
    ]);
    expect([ours, theirs]).toEqual([null, null]);
  });

  it('keeps statuses and amounts, and nothing of people, cards and accounts', () => {
    const answer = {
      status: 'successful',
      amount: 25,
      currency: 'NGN',
      app_fee: 0.35,
      customer: { email: 'ada@example.com' },
      card: { last_4digits: '0000' },
      account_number: '0690000031',
      narration: 'Ada Okafor',
    };
    expect(exchangeOf('POST', '/charges', null, answer).fields).toEqual({
      status: 'successful',
      amount: 25,
      currency: 'NGN',
      app_fee: 0.35,
    });
  });

  it('names no reference where the body has none that is a text', () => {
    expect([referenceIn({ tx_ref: 1 }), referenceIn(null), referenceIn({ client: 'sealed' })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
