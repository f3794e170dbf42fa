import { ManualClock } from '@app/kernel';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { adapterFor, chargeOf, EVENT_HASH, startReceiver, startSimulator } from './gateway-stack';

describe('events of the simulated gateway', () => {
  let testDatabase: TestDatabase;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  const clock = new ManualClock();
  const gateway = adapterFor(() => simulator.baseUrl);

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    receiver = await startReceiver();
    simulator = await startSimulator(testDatabase.url, receiver.url, { clock });
  });

  afterEach(async () => {
    await simulator?.close();
    await receiver?.close();
    await testDatabase?.drop();
  });

  afterAll(() => gateway.onApplicationShutdown());

  it.each([
    [CARDS.approved, 'successful'],
    [CARDS.declined, 'failed'],
  ])('sends an event that %s is %s, with the hash and without the card token', async (card, status) => {
    const request = chargeOf(card);
    const { gatewayTransactionId } = await gateway.charge(request);
    const { headers, body } = await eventually(() => receiver.ofRef(request.txRef)[0]);
    expect(headers['verif-hash']).toBe(EVENT_HASH);
    expect(body).toMatchObject({
      event: 'charge.completed',
      data: {
        id: Number(gatewayTransactionId),
        tx_ref: request.txRef,
        status,
        amount: 12345.5,
        currency: 'NGN',
      },
    });
    expect(JSON.stringify(body)).not.toContain('sim-token-');
  });

  it('does not wait for the next look for due events', async () => {
    await simulator.close();
    simulator = await startSimulator(testDatabase.url, receiver.url, { clock, pollMs: 3_600_000 });
    await gateway.charge(chargeOf(CARDS.approved));
    await eventually(() => receiver.received.length === 1);
  });

  it('drops events when no receiver is set', async () => {
    const deaf = await startSimulator(testDatabase.url, null, { clock });
    await simulator.close();
    const other = adapterFor(() => deaf.baseUrl);
    await other.charge(chargeOf(CARDS.approved));
    await noneIsDue(deaf.database);
    expect(await states(deaf.database)).toEqual(['no-receiver']);
    await other.onApplicationShutdown();
    await deaf.close();
  });

  it('sends nothing while a charge waits for its buyer', async () => {
    const { gwRef } = await gateway.charge(chargeOf(CARDS.otp));
    expect(await states()).toEqual([]);
    await gateway.validate({ gwRef, otp: '123456' });
    await noneIsDue();
    expect(receiver.received).toHaveLength(1);
  });

  it('repeats an event three times until it is answered 200, which no other status replaces', async () => {
    receiver.answers.push(500, 204, 302);
    await gateway.charge(chargeOf(CARDS.approved));
    await noneIsDue();
    expect(receiver.received).toHaveLength(4);
    expect(await states()).toEqual(['sent']);
  });

  it('gives up after the third repeat', async () => {
    receiver.answers.push(500, 500, 500, 500, 500);
    await gateway.charge(chargeOf(CARDS.approved));
    await noneIsDue();
    expect(receiver.received).toHaveLength(4);
    expect(await states()).toEqual(['given-up']);
  });

  it('sends after a restart what was due before it', async () => {
    await simulator.close();
    simulator = await startSimulator(testDatabase.url, receiver.url, { clock, eventDelayMs: 3_600_000 });
    await gateway.charge(chargeOf(CARDS.approved));
    await simulator.close();
    expect(receiver.received).toHaveLength(0);
    simulator = await startSimulator(testDatabase.url, receiver.url, { clock });
    await simulator.database.query('UPDATE simulator.events SET due_at = now()');
    await noneIsDue();
    expect(receiver.received).toHaveLength(1);
  });

  it('sends each event once when several processes look for due ones at the same time', async () => {
    const others: Awaited<ReturnType<typeof startSimulator>>[] = [];
    for (let process = 0; process < 3; process++) {
      others.push(
        await startSimulator(testDatabase.url, receiver.url, { clock, pollMs: 10, eventDelayMs: 3_600_000 }),
      );
    }
    const other = adapterFor(() => others[0]!.baseUrl);
    await Promise.all(Array.from({ length: 120 }, () => other.charge(chargeOf(CARDS.approved))));
    // After the charges, which would delay the deliveries beyond their time limit on a busy machine.
    await simulator.database.query(
      `UPDATE simulator.events e SET due_at = now() + interval '200 ms' + n * interval '5 ms'
         FROM (SELECT id, row_number() OVER () AS n FROM simulator.events) numbered WHERE numbered.id = e.id`,
    );
    await noneIsDue();
    expect(receiver.received).toHaveLength(120);
    expect(new Set(receiver.received.map(({ body }) => body.data.id)).size).toBe(120);
    await other.onApplicationShutdown();
    await Promise.all(others.map((process) => process.close()));
  });

  it('fails a charge whose buyer stayed away for half an hour, and sends an event', async () => {
    const [old, young] = [chargeOf(CARDS.otp), chargeOf(CARDS.otp)];
    await gateway.charge(old);
    clock.advance({ minutes: 2 });
    await gateway.charge(young);
    clock.advance({ minutes: 29 });
    const { body } = await eventually(() => receiver.ofRef(old.txRef)[0]);
    expect(body.data.status).toBe('failed');
    expect((await gateway.transactionByRef(old.txRef))?.status).toBe('failed');
    expect((await gateway.transactionByRef(young.txRef))?.status).toBe('pending');
    clock.advance({ minutes: 2 });
    await eventually(() => receiver.ofRef(young.txRef)[0]);
  });

  async function states(database = simulator.database): Promise<string[]> {
    const rows = await database.query<{ state: string }[]>(`SELECT state FROM simulator.events`);
    return rows.map(({ state }) => state);
  }

  /** Until there are events and each of them has come to its end: nothing is sent after that. */
  async function noneIsDue(database = simulator.database): Promise<void> {
    await eventually(async () => {
      const all = await states(database);
      return all.length > 0 && !all.includes('due');
    });
  }
});
