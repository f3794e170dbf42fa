import { type GatewayEvent, GatewayEventsService } from './gateway-events.service';

describe('an event of the gateway', () => {
  const handled: [string, GatewayEvent][] = [];
  const events = new GatewayEventsService();
  for (const prefix of ['dep_', 'cs_']) {
    events.register({
      knows: (reference) => reference.startsWith(prefix),
      handle: (event) => {
        handled.push([prefix, event]);
        return Promise.resolve();
      },
    });
  }
  beforeEach(() => handled.splice(0));

  it('goes to the one context whose reference it names', async () => {
    await events.receive({
      event: 'charge.completed',
      data: { id: 7, tx_ref: 'cs_1', status: 'successful' },
    });
    expect(handled).toEqual([['cs_', { type: 'charge.completed', reference: 'cs_1', transactionId: '7' }]]);
  });

  it.each([
    ['an item', { payout_item_id: 'I-1', payout_item: { sender_item_id: 'dep_2' } }, 'I-1'],
    ['a batch', { batch_header: { sender_batch_header: { sender_batch_id: 'dep_2' } } }, null],
  ])('names our reference in %s if it is about payouts', async (_, resource, transactionId) => {
    await events.receive({ event_type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', resource });
    const event = { type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', reference: 'dep_2', transactionId };
    expect(handled).toEqual([['dep_', event]]);
  });

  it('is recognised by its own reference if it is about a transfer', async () => {
    await events.receive({ event: 'transfer.completed', data: { id: '8', reference: 'dep_1' } });
    expect(handled).toEqual([
      ['dep_', { type: 'transfer.completed', reference: 'dep_1', transactionId: '8' }],
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['text', 'event'],
    ['no data', { event: 'charge.completed' }],
    ['null data', { data: null }],
    ['a reference that is no text', { data: { tx_ref: { $ne: 1 } } }],
    ['an endless reference', { data: { tx_ref: `dep_${'a'.repeat(200)}` } }],
    ['an unknown reference', { data: { tx_ref: 'order-1' } }],
  ])('goes to no handler with %s', async (_, body) => {
    await events.receive(body);
    expect(handled).toEqual([]);
  });

  it('is handled after an earlier one of its transaction, together with the others that arrived meanwhile', async () => {
    const ends: (() => void)[] = [];
    const slow = new GatewayEventsService();
    slow.register({ knows: () => true, handle: () => new Promise((resolve) => ends.push(resolve)) });
    const receive = (id: number) => slow.receive({ data: { id, tx_ref: 'x' } });
    const nextTurn = () => new Promise(setImmediate);
    const early = receive(1);
    await nextTurn();
    const late = Promise.all([receive(1), receive(1), receive(1)]);
    const other = receive(2);
    await nextTurn();
    expect(ends).toHaveLength(2);
    for (const end of ends.splice(0)) end();
    await Promise.all([early, other]);
    await nextTurn();
    expect(ends).toHaveLength(1);
    ends[0]!();
    await late;
  });

  it('is handled itself after the one that it waited for has failed', async () => {
    let calls = 0;
    const failing = new GatewayEventsService();
    failing.register({
      knows: () => true,
      handle: () => (++calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve()),
    });
    const receive = () => failing.receive({ data: { id: 1, tx_ref: 'x' } });
    const early = receive();
    await Promise.resolve().then(() => new Promise(process.nextTick));
    const answers = await Promise.allSettled([early, receive()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('reports the failure of its context, so that the gateway sends it again', async () => {
    const failing = new GatewayEventsService();
    failing.register({ knows: () => true, handle: () => Promise.reject(new Error('away')) });
    await expect(failing.receive({ data: { tx_ref: 'x' } })).rejects.toThrow('away');
  });
});
