import type { Currency } from '@app/kernel';
import { CARDS, cardOf } from '../../support/test-cards';
import { number, refused, text } from './ask';
import type { Deposit, Request, World } from './world';
const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'business', path: `deposit.php?action=${action}`, body }) as const;

export function deposit(
  world: World,
  request: { account: number; currency: Currency; minor: bigint; card: 'approved' | 'declined' },
): Request {
  const { account, currency, minor, card } = request;
  return {
    account,
    call: call('charge-card-gw', { amount: text(minor), currency, card: cardOf(CARDS[card]) }),
    decide: () => {
      const learn = ({ body }: { body: { tx_ref: string } }) => {
        const made: Deposit = { account, txRef: body.tx_ref, minor, currency, isCredited: false };
        world.deposits.push(made);
        if (card === 'approved') credit(world, made);
      };
      if (card === 'declined') return { ...refused(400, 'CARD_DECLINED', true), learn };
      return { status: 200, fields: { status: 'successful', auth_mode: null }, learn };
    },
  };
}

/** The one-time password of a charge that waits for it. The right one pays, any other ends the charge. */
export function code(world: World, waiting: Deposit, gwRef: string, isRight: boolean): Request {
  let isWaiting = true;
  return {
    account: waiting.account,
    call: call('validate-charge', { gw_ref: gwRef, otp: isRight ? '123456' : '000000' }),
    decide: () => {
      if (!isWaiting) return refused(409, 'INVALID_STATE', true);
      isWaiting = false;
      if (!isRight) return refused(400, 'CARD_DECLINED', true);
      credit(world, waiting);
      return { status: 200, fields: { tx_ref: waiting.txRef, status: 'successful' } };
    },
  };
}

/** Further queries credit nothing more. */
export function verify({ account, txRef, minor, currency, isCredited }: Deposit): Request {
  return {
    account,
    call: call('verify-gateway', { tx_ref: txRef }),
    decide: () => ({
      status: 200,
      fields: { tx_ref: txRef, credited: isCredited, amount: number(minor), currency },
    }),
  };
}

/** The wallet is credited with the card payment; the gateway owes it to the service. */
function credit({ books }: World, made: Deposit): void {
  made.isCredited = true;
  const wallet = books.accounts[made.account]!.ensure(made.currency);
  const said = { counterparty: null, description: 'Card deposit', reference: made.txRef };
  books.book(
    'deposit',
    [[wallet, { ...said, change: made.minor, fee: 0n }]],
    [['card-gateway-clearing', made.currency, -made.minor]],
  );
}
