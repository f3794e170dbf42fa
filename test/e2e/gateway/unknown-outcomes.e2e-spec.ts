import { GatewayOutcomeUnknown } from '@app/charges';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { adapterFor, chargeOf, orderFault, SECRETS, startReceiver, startSimulator } from './gateway-stack';

describe('a gateway that goes wrong', () => {
  let testDatabase: TestDatabase;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  const gateway = adapterFor(() => simulator.baseUrl);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    receiver = await startReceiver();
    simulator = await startSimulator(testDatabase.url, receiver.url);
  });

  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await simulator?.close();
    await receiver?.close();
    await testDatabase?.drop();
  });

  const chargesOf = async (txRef: string): Promise<number> => {
    const rows = await simulator.database.query<unknown[]>(
      `SELECT FROM simulator.charges WHERE tx_ref = $1`,
      [txRef],
    );
    return rows.length;
  };

  it.each(['503-after', 'drop-connection', 'garbage'])(
    'leaves the outcome unknown after %s; the charge is found by its reference, made once',
    async (kind) => {
      expect((await orderFault(simulator.baseUrl, { kind })).status).toBe(200);
      const request = chargeOf(CARDS.approved);
      await expect(gateway.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
      expect(await gateway.transactionByRef(request.txRef)).toMatchObject({ status: 'successful' });
      expect(await chargesOf(request.txRef)).toBe(1);
    },
  );

  it.each(['503-before', 'drop-before'])(
    'leaves it unknown after %s too, though nothing was charged',
    async (kind) => {
      await orderFault(simulator.baseUrl, { kind });
      const request = chargeOf(CARDS.approved);
      await expect(gateway.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
      expect(await gateway.transactionByRef(request.txRef)).toBeNull();
      expect(await chargesOf(request.txRef)).toBe(0);
    },
  );

  it('leaves it unknown when the answer takes longer than the time-out', async () => {
    await orderFault(simulator.baseUrl, { kind: 'delay', ms: 60_000 });
    const impatient = adapterFor(() => simulator.baseUrl, 'test', 500);
    const request = chargeOf(CARDS.approved);
    await expect(impatient.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
    await impatient.onApplicationShutdown();
    // The company works on, however long it takes beyond the time-out.
    await eventually(async () => (await gateway.transactionByRef(request.txRef))?.status === 'successful');
  });

  it('leaves an OTP or PIN step unknown, and does not submit a PIN twice', async () => {
    const otpCharge = await gateway.charge(chargeOf(CARDS.otp));
    await orderFault(simulator.baseUrl, { kind: '503-after', operation: 'validate' });
    await expect(gateway.validate({ gwRef: otpCharge.gwRef, otp: '123456' })).rejects.toThrow(
      GatewayOutcomeUnknown,
    );
    expect((await gateway.transactionById(otpCharge.gatewayTransactionId!))?.status).toBe('successful');

    const request = chargeOf(CARDS.pin);
    const { gwRef } = await gateway.charge(request);
    await orderFault(simulator.baseUrl, { kind: 'drop-connection' });
    await expect(gateway.validate({ gwRef, otp: '1234' })).rejects.toThrow(GatewayOutcomeUnknown);
    await expect(gateway.validate({ gwRef, otp: '1234' })).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await chargesOf(request.txRef)).toBe(1);
  });

  it('asks a second time when a question fails once, and gives up when it fails twice', async () => {
    const request = chargeOf(CARDS.approved);
    await gateway.charge(request);
    await orderFault(simulator.baseUrl, { kind: '503-before', operation: 'verify' });
    expect(await gateway.transactionByRef(request.txRef)).toMatchObject({ status: 'successful' });
    await orderFault(simulator.baseUrl, { kind: 'drop-connection', operation: 'verify', times: 2 });
    await expect(gateway.transactionByRef(request.txRef)).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it('refunds once when the answer to a refund is lost and the refund is repeated', async () => {
    const { gatewayTransactionId } = await gateway.charge(chargeOf(CARDS.approved, { amountMinor: 5_000n }));
    const refund = () =>
      gateway.refund({ gatewayTransactionId: gatewayTransactionId!, amountMinor: 5_000n, reference: 'only' });
    await orderFault(simulator.baseUrl, { kind: '503-after', operation: 'refund' });
    await expect(refund()).rejects.toThrow(GatewayOutcomeUnknown);
    expect(await refund()).toMatchObject({ status: 'completed', amountMinor: 5_000n });
  });

  it('leaves the outcome unknown when no server listens', async () => {
    const unreachable = adapterFor(() => 'http://127.0.0.1:1');
    await expect(unreachable.charge(chargeOf(CARDS.approved))).rejects.toThrow(GatewayOutcomeUnknown);
    await unreachable.onApplicationShutdown();
  });

  it('confirms less than was asked after amount-mismatch', async () => {
    await orderFault(simulator.baseUrl, { kind: 'amount-mismatch' });
    const request = chargeOf(CARDS.approved, { amountMinor: 5_000n });
    expect(await gateway.charge(request)).toMatchObject({ kind: 'successful' });
    const transaction = await gateway.transactionByRef(request.txRef);
    expect(transaction).toMatchObject({ amountMinor: 5_000n, chargedAmountMinor: 4_900n });
  });

  it('sends the event twice after duplicate-event', async () => {
    await orderFault(simulator.baseUrl, { kind: 'duplicate-event' });
    const request = chargeOf(CARDS.approved);
    await gateway.charge(request);
    await eventually(async () => {
      const due = await simulator.database.query<unknown[]>(
        `SELECT FROM simulator.events JOIN simulator.charges c ON c.id = charge_id WHERE tx_ref = $1 AND state = 'due'`,
        [request.txRef],
      );
      return due.length === 0;
    });
    expect(receiver.ofRef(request.txRef)).toHaveLength(2);
  });

  it('sends the event before the answer after event-before-answer, and otherwise after it', async () => {
    const late = await startSimulator(testDatabase.url, receiver.url, { eventDelayMs: 3_600_000 });
    const other = adapterFor(() => late.baseUrl);
    const request = chargeOf(CARDS.approved);
    await other.charge(request);
    expect(receiver.ofRef(request.txRef)).toHaveLength(0);

    await orderFault(late.baseUrl, { kind: 'event-before-answer' });
    const early = chargeOf(CARDS.approved);
    await other.charge(early);
    expect(receiver.ofRef(early.txRef)).toHaveLength(1);
    await other.onApplicationShutdown();
    await late.close();
  });

  it('strikes as often as ordered, and only the tenant that ordered', async () => {
    await orderFault(simulator.baseUrl, { kind: '503-before', times: 2 }, 'live');
    await expect(gateway.charge(chargeOf(CARDS.approved))).resolves.toMatchObject({ kind: 'successful' });
    const live = adapterFor(() => simulator.baseUrl, 'live');
    const kinds = [];
    for (let call = 0; call < 3; call++) {
      kinds.push(
        await live.charge(chargeOf(CARDS.approved)).then(
          ({ kind }) => kind,
          () => 'unknown',
        ),
      );
    }
    expect(kinds).toEqual(['unknown', 'unknown', 'successful']);
    await live.onApplicationShutdown();
  });

  it.each([
    { kind: 'fire' },
    { kind: 'delay', ms: -1 },
    { kind: 'delay', times: 0 },
    { kind: 'delay', operation: 'x' },
    [],
  ])('refuses the malformed order %j', async (fault) => {
    expect((await orderFault(simulator.baseUrl, fault)).status).toBe(400);
  });

  it('has no fault switches where faults are not allowed, and obeys none that were left behind', async () => {
    const production = await startSimulator(testDatabase.url, null, { faultsAllowed: false });
    expect((await orderFault(production.baseUrl, { kind: '503-after' })).status).toBe(404);
    await orderFault(simulator.baseUrl, { kind: '503-before' });
    const productionGateway = adapterFor(() => production.baseUrl);
    expect(await productionGateway.charge(chargeOf(CARDS.approved))).toMatchObject({ kind: 'successful' });
    await productionGateway.onApplicationShutdown();
    await production.close();
  });

  it('forgets ordered faults on request', async () => {
    await orderFault(simulator.baseUrl, { kind: '503-before', times: 5 });
    const headers = { authorization: `Bearer ${SECRETS.test}` };
    await fetch(`${simulator.baseUrl}/simulator/gateway/faults`, { method: 'DELETE', headers });
    expect(await gateway.charge(chargeOf(CARDS.approved))).toMatchObject({ kind: 'successful' });
  });
});
