import type { GatewayTransaction } from '../gateway/gateway-messages.port';
import { GatewayOutcomeUnknown, GatewayRejected, type PaymentGateway } from '../gateway/payment-gateway.port';
import { PaymentGatewaysService } from '../gateway/payment-gateways.service';
import { ChargeInquiryService } from './charge-inquiry.service';

const CHARGE = { mode: 'live', reference: 'cs_x' } as const;
const TRANSACTION: GatewayTransaction = {
  id: '7',
  txRef: 'cs_x',
  gwRef: 'gw-7',
  status: 'successful',
  amountMinor: 100n,
  currency: 'NGN',
  chargedAmountMinor: 100n,
  processorResponse: 'Approved',
};
const SILENCE = [new GatewayOutcomeUnknown('503'), new GatewayRejected('no')];

function asked(
  answer: GatewayTransaction | null | Error,
  listed: GatewayTransaction[] = [],
): ChargeInquiryService {
  const say = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  const transactionsByRef = () => say().then(() => listed);
  const gateway = {
    transactionByRef: say,
    transactionById: say,
    transactionsByRef,
  } as never as PaymentGateway;
  return new ChargeInquiryService(
    new PaymentGatewaysService({ live: { name: 'simulator', publicKey: null, gateway } }),
  );
}

describe('asking the gateway about a charge', () => {
  it('returns what its books say, and to whose charge the id of the gateway belongs', async () => {
    expect(await asked(TRANSACTION).about(CHARGE)).toMatchObject({ kind: 'paid' });
    expect(await asked(null).about(CHARGE)).toMatchObject({ kind: 'not-found' });
    const outcome = expect.objectContaining({ kind: 'paid' }) as object;
    expect(await asked(TRANSACTION).byTransaction('live', '7')).toEqual({ reference: 'cs_x', outcome });
    expect(await asked(null).byTransaction('live', '7')).toBeNull();
  });

  it.each(SILENCE)('returns nothing for %s', async (silence) => {
    const inquiry = asked(silence);
    expect(await inquiry.about(CHARGE)).toEqual({ kind: 'silent' });
    expect(await inquiry.afterSending(CHARGE, 'gw')).toEqual({ kind: 'unknown', gwRef: 'gw' });
    expect(await inquiry.payments(CHARGE, null)).toBeNull();
    await expect(inquiry.answered(CHARGE)).rejects.toMatchObject({ code: 'GATEWAY_ERROR' });
    await expect(inquiry.byTransaction('live', '7')).rejects.toMatchObject({ code: 'GATEWAY_ERROR' });
  });

  it('waits ten seconds at most', async () => {
    jest.useFakeTimers();
    const never = new ChargeInquiryService({
      gatewayOf: () => ({ gateway: { transactionByRef: () => new Promise(() => undefined) } }),
    } as never);
    const answer = never.about(CHARGE);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    expect(await answer).toEqual({ kind: 'silent' });
  });

  it('does not hide a bug, nor a mode that the app does not serve', async () => {
    await expect(asked(new TypeError('bug')).about(CHARGE)).rejects.toThrow('bug');
    const none = new ChargeInquiryService(new PaymentGatewaysService({}));
    await expect(none.about(CHARGE)).rejects.toThrow('no live card payments');
  });

  it('takes a success or a failure right after sending only from the books of the gateway', async () => {
    const after = (status: GatewayTransaction['status']) =>
      asked({ ...TRANSACTION, status }).afterSending(CHARGE, 'gw');
    expect(await after('successful')).toMatchObject({ kind: 'paid' });
    expect(await after('failed')).toMatchObject({ kind: 'failed', gatewayStatus: 'declined' });
    expect(await after('pending')).toEqual({ kind: 'unknown', gwRef: 'gw-7' });
    expect(await asked(null).afterSending(CHARGE, 'gw')).toEqual({ kind: 'unknown', gwRef: 'gw' });
  });

  it('lists every payment under a reference, with the one that an event named', async () => {
    const second = { ...TRANSACTION, id: '8' };
    const others = [
      { ...TRANSACTION, id: '5', status: 'pending' as const },
      { ...TRANSACTION, id: '6', txRef: 'cs_y' },
    ];
    const ids = async (named: GatewayTransaction, listed: GatewayTransaction[]) =>
      (await asked(named, listed).payments(CHARGE, named.id))?.map((paid) => paid.gatewayTransactionId);
    expect(await ids(second, [TRANSACTION, ...others])).toEqual(['7', '8']);
    expect(await ids(second, [TRANSACTION, second])).toEqual(['7', '8']);
    expect(await ids({ ...second, txRef: 'cs_y' }, [TRANSACTION])).toEqual(['7']);
  });
});
