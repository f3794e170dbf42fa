import { CardToken, GatewayRejected } from '@app/charges';
import { CARDS } from '../../support/test-cards';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { adapterFor, cardOf, chargeOf, SECRETS, startSimulator } from './gateway-stack';

describe('card charges through the gateway adapter', () => {
  let testDatabase: TestDatabase;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  const gateway = adapterFor(() => simulator.baseUrl);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    simulator = await startSimulator(testDatabase.url, null);
  });

  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await simulator?.close();
    await testDatabase?.drop();
  });

  it('approves 4000000000000000 and confirms the transaction by reference and by id, with a token', async () => {
    const request = chargeOf(CARDS.approved);
    const result = await gateway.charge(request);
    expect(result).toMatchObject({ kind: 'successful', authMode: null });

    const transaction = await gateway.transactionByRef(request.txRef);
    expect(transaction).toEqual({
      id: result.gatewayTransactionId,
      txRef: request.txRef,
      gwRef: result.gwRef,
      status: 'successful',
      amountMinor: 1_234_550n,
      chargedAmountMinor: 1_234_550n,
      currency: 'NGN',
      processorResponse: 'Approved',
      card: {
        brand: 'visa',
        last4: '0000',
        email: 'ada@example.com',
        expiresAt: new Date('2100-01-01'),
        token: expect.any(CardToken),
      },
    });
    expect(transaction!.card!.token!.reveal()).toMatch(/^sim-token-/);
    expect(await gateway.transactionById(result.gatewayTransactionId!)).toEqual(transaction);
  });

  it.each([
    [CARDS.insufficientFunds, 'Insufficient funds'],
    [CARDS.declined, 'Declined by the bank'],
    ['4242424242424242', 'Unknown card: the simulator accepts its test cards only'],
  ])('declines %s: %s', async (number, declineReason) => {
    const request = chargeOf(number);
    expect(await gateway.charge(request)).toMatchObject({ kind: 'failed', declineReason });
    const transaction = await gateway.transactionByRef(request.txRef);
    expect(transaction).toMatchObject({ status: 'failed', processorResponse: declineReason });
    expect(transaction?.card?.token).toBeUndefined();
  });

  it('declines a past expiry and a malformed CVV of a good card', async () => {
    const expired = await gateway.charge(chargeOf(cardOf(CARDS.approved, { expiryYear: '2020' })));
    expect(expired).toMatchObject({ kind: 'failed', declineReason: 'Expired card' });
    const shortCvv = await gateway.charge(chargeOf(cardOf(CARDS.approved, { cvv: '12' })));
    expect(shortCvv).toMatchObject({ kind: 'failed', declineReason: 'Invalid CVV' });
  });

  it.each([
    ['123456', 'successful'],
    ['654321', 'failed'],
  ])('4000000000000226 asks for an OTP; %s makes it %s', async (otp, kind) => {
    const request = chargeOf(CARDS.otp);
    const pending = await gateway.charge(request);
    expect(pending).toMatchObject({ kind: 'pending', authMode: 'otp' });
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe('pending');

    expect(await gateway.validate({ gwRef: pending.gwRef, otp })).toMatchObject({
      kind,
      gwRef: pending.gwRef,
    });
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe(kind);
  });

  it('keeps the outcome of an OTP charge when the step is repeated with another code', async () => {
    const { gwRef } = await gateway.charge(chargeOf(CARDS.otp));
    const otps = ['000000', ...Array<string>(9).fill('123456')];
    const results = await Promise.all(otps.map((otp) => gateway.validate({ gwRef, otp })));
    expect(new Set(results.map(({ kind }) => kind)).size).toBe(1);
    expect(await gateway.validate({ gwRef, otp: '123456' })).toMatchObject({ kind: results[0]!.kind });
  });

  it.each([
    ['1234', 'successful', undefined],
    ['9999', 'failed', 'Incorrect PIN'],
  ])('4000000000000341 asks for its PIN; %s makes it %s', async (pin, kind, declineReason) => {
    const request = chargeOf(CARDS.pin);
    const pending = await gateway.charge(request);
    expect(pending).toMatchObject({ kind: 'pending', authMode: 'pin', gatewayTransactionId: null });
    expect(await gateway.transactionByRef(request.txRef)).toBeNull();

    const result = await gateway.validate({ gwRef: pending.gwRef, otp: pin });
    expect(result.kind).toBe(kind);
    expect(result.declineReason).toBe(declineReason);
    expect((await gateway.transactionByRef(request.txRef))?.id).toBe(result.gatewayTransactionId);
  });

  it('asks to start again when the PIN reaches a process that does not hold the card', async () => {
    const { gwRef } = await gateway.charge(chargeOf(CARDS.pin));
    const otherProcess = adapterFor(() => simulator.baseUrl);
    const result = await otherProcess.validate({ gwRef, otp: '1234' });
    expect(result).toMatchObject({
      kind: 'failed',
      declineReason: expect.stringContaining('Start the payment again'),
    });
    await otherProcess.onApplicationShutdown();
  });

  it('charges a reference again after a failure, and never after a success', async () => {
    const { txRef } = chargeOf(CARDS.declined);
    expect(await gateway.charge(chargeOf(CARDS.declined, { txRef }))).toMatchObject({ kind: 'failed' });
    expect(await gateway.charge(chargeOf(CARDS.approved, { txRef }))).toMatchObject({ kind: 'successful' });
    for (const card of [CARDS.approved, CARDS.pin, CARDS.otp]) {
      await expect(gateway.charge(chargeOf(card, { txRef }))).rejects.toThrow(GatewayRejected);
    }
    expect(await gateway.transactionByRef(txRef)).toMatchObject({ status: 'successful' });
  });

  it('answers for a reference with the attempt that may still be paid, not with a later failure', async () => {
    const { txRef } = chargeOf(CARDS.otp);
    const waiting = await gateway.charge(chargeOf(CARDS.otp, { txRef }));
    await gateway.charge(chargeOf(CARDS.declined, { txRef }));
    expect(await gateway.transactionByRef(txRef)).toMatchObject({ status: 'pending', gwRef: waiting.gwRef });
  });

  it('lets one of two approved attempts of a reference through', async () => {
    const { txRef } = chargeOf(CARDS.otp);
    const attempts = await Promise.all([1, 2, 3].map(() => gateway.charge(chargeOf(CARDS.otp, { txRef }))));
    const results = await Promise.all(
      attempts.map(({ gwRef }) => gateway.validate({ gwRef, otp: '123456' })),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(['failed', 'failed', 'successful']);
  });

  it('finds no transaction of another tenant, and none that was never made', async () => {
    const request = chargeOf(CARDS.approved);
    const { gatewayTransactionId } = await gateway.charge(request);
    const live = adapterFor(() => simulator.baseUrl, 'live');
    expect(await live.transactionByRef(request.txRef)).toBeNull();
    expect(await live.transactionById(gatewayTransactionId!)).toBeNull();
    expect(await gateway.transactionByRef('never charged')).toBeNull();
    await live.onApplicationShutdown();
  });

  it('refuses other keys, and a payload encrypted for another tenant', async () => {
    const post = (key: string, body: object) =>
      fetch(`${simulator.baseUrl}/simulator/gateway/v3/charges?type=card`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const key of ['not a key', '', `${SECRETS.test}x`]) {
      const wrongKey = await post(key, { client: 'AAAA' });
      expect(wrongKey.status).toBe(401);
      expect(await wrongKey.json()).toMatchObject({ status: 'error', data: null });
    }
    const wrongPayload = await post(SECRETS.test, { client: 'AAAA' });
    expect(wrongPayload.status).toBe(400);
    expect(await wrongPayload.json()).toMatchObject({
      status: 'error',
      message: 'client could not be decrypted',
    });
  });

  it('refunds up to what was charged, and answers a repeated reference with the first refund', async () => {
    const { gatewayTransactionId } = await gateway.charge(chargeOf(CARDS.approved, { amountMinor: 10_000n }));
    const refund = (reference: string, amountMinor: bigint) =>
      gateway.refund({ gatewayTransactionId: gatewayTransactionId!, amountMinor, reference });

    const first = await refund('r-1', 6_000n);
    expect(first).toEqual({ refundId: expect.any(String), status: 'completed', amountMinor: 6_000n });
    expect(await refund('r-1', 6_000n)).toEqual(first);
    await expect(refund('r-2', 4_001n)).rejects.toThrow(GatewayRejected);
    const parallel = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((reference) => refund(reference, 2_000n)),
    );
    expect(parallel.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('refunds once when one reference arrives several times at once', async () => {
    const { gatewayTransactionId } = await gateway.charge(chargeOf(CARDS.approved, { amountMinor: 10_000n }));
    const request = { gatewayTransactionId: gatewayTransactionId!, amountMinor: 1_000n, reference: 'same' };
    const refunds = await Promise.all(Array.from({ length: 8 }, () => gateway.refund(request)));
    expect(new Set(refunds.map(({ refundId }) => refundId)).size).toBe(1);
  });

  it('shows what became of a refund to whom it belongs', async () => {
    const { gatewayTransactionId } = await gateway.charge(chargeOf(CARDS.approved, { amountMinor: 10_000n }));
    const request = { gatewayTransactionId: gatewayTransactionId!, amountMinor: 1_000n, reference: 'asked' };
    const refund = await gateway.refund(request);
    expect(await gateway.refundById(refund.refundId)).toEqual(refund);
    expect([await gateway.refundById('1'), await gateway.refundById('x')]).toEqual([null, null]);
  });

  it('refunds nothing of a charge that was never paid', async () => {
    const { gatewayTransactionId } = await gateway.charge(chargeOf(CARDS.declined));
    const refund = gateway.refund({
      gatewayTransactionId: gatewayTransactionId!,
      amountMinor: 1n,
      reference: 'r',
    });
    await expect(refund).rejects.toThrow(GatewayRejected);
  });

  it('keeps no card number in any of its tables', async () => {
    for (const card of Object.values(CARDS)) await gateway.charge(chargeOf(card));
    const { dump } = (
      await simulator.database.query(
        `SELECT (SELECT json_agg(c) FROM simulator.charges c)::text || (SELECT json_agg(e) FROM simulator.events e)::text AS dump`,
      )
    )[0] as { dump: string };
    expect(dump).toContain('"last4":"0226"');
    for (const number of Object.values(CARDS)) expect(dump).not.toContain(number);
  });
});
