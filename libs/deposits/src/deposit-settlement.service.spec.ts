import { Money } from '@app/kernel';
import type { GatewayTransaction } from '@app/charges';
import { creditOf } from './deposit-settlement.service';

const transaction = (fields: Partial<GatewayTransaction>): GatewayTransaction => ({
  ...{
    id: '1',
    txRef: 'ref',
    gwRef: 'gw',
    status: 'successful',
    currency: 'NGN',
    processorResponse: 'Approved',
  },
  ...{ amountMinor: 1000n, chargedAmountMinor: 1000n },
  ...fields,
});

describe('what a confirmed transaction credits', () => {
  it.each<[string, Partial<GatewayTransaction>, Money | null]>([
    ['the amount, where all of it was charged', {}, new Money(1000n, 'NGN')],
    ['what was charged, where that is less', { chargedAmountMinor: 900n }, new Money(900n, 'NGN')],
    ['the amount, where a fee was charged on top', { chargedAmountMinor: 1014n }, new Money(1000n, 'NGN')],
    ['the currency of the gateway', { currency: 'USD' }, new Money(1000n, 'USD')],
    ['nothing, where nothing was charged', { chargedAmountMinor: 0n }, null],
    ['nothing, in a currency without wallets', { currency: 'JPY' }, null],
  ])('is %s', (_, fields, credit) => expect(creditOf(transaction(fields))).toEqual(credit));
});
