import { Money } from '@app/kernel';
import type { GatewayTransaction } from '../gateway/gateway-messages.port';
import { outcomeIn, receivedIn } from './charge-outcome.policy';

const transaction = (fields: Partial<GatewayTransaction>): GatewayTransaction => ({
  id: '1',
  txRef: 'ref',
  gwRef: 'gw',
  status: 'successful',
  currency: 'NGN',
  amountMinor: 1000n,
  chargedAmountMinor: 1000n,
  processorResponse: 'Approved',
  ...fields,
});

describe('the outcome of a confirmed transaction', () => {
  it.each<[string, Partial<GatewayTransaction>, Money | undefined]>([
    ['the amount, where all of it was charged', {}, new Money(1000n, 'NGN')],
    ['what was charged, where that is less', { chargedAmountMinor: 900n }, new Money(900n, 'NGN')],
    ['the amount, where a fee was charged on top', { chargedAmountMinor: 1014n }, new Money(1000n, 'NGN')],
    ['the currency of the gateway', { currency: 'USD' }, new Money(1000n, 'USD')],
    ['nothing, where nothing was charged', { chargedAmountMinor: 0n }, undefined],
  ])('is %s', (_, fields, amount) => expect(receivedIn(transaction(fields))?.amount).toEqual(amount));

  it('is an error in a currency without accounts, so that the charge stays open', () => {
    expect(() => outcomeIn(transaction({ currency: 'JPY' }))).toThrow('JPY');
  });
});

describe("the gateway's books", () => {
  it('show that a charge is paid, waits, has failed, or is not there', () => {
    const payment = { gatewayTransactionId: '1', gwRef: 'gw', amount: new Money(1000n, 'NGN') };
    expect(outcomeIn(transaction({}))).toEqual({ kind: 'paid', payment });
    expect(outcomeIn(transaction({ status: 'pending' }))).toEqual({ kind: 'pending', gwRef: 'gw' });
    expect(outcomeIn(null)).toMatchObject({ kind: 'not-found' });
    const declined = { kind: 'failed', gatewayStatus: 'declined', gwRef: 'gw' };
    const failed = { status: 'failed', processorResponse: 'No funds' } as const;
    expect(outcomeIn(transaction(failed))).toEqual({ ...declined, reason: 'No funds' });
    expect(outcomeIn(transaction({ ...failed, processorResponse: '' }))).toMatchObject({
      reason: 'Declined',
    });
    expect(outcomeIn(transaction({ amountMinor: 0n }))).toMatchObject(declined);
  });
});
