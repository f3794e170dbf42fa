import { createHash } from 'node:crypto';
import { Answer, BalanceAfter, PendingWrites } from '@app/write-path';
import { Money, uuidv7 } from '@app/kernel';
import { FundsTransferred, transferFee } from '@app/wallet';
import { PEOPLE, userId, usertagOf, walletId } from './people';

const SENT = Money.parseMajor('12.34', 'NGN')!;
const FEE = transferFee(SENT);

/** The unit of work of a transfer with its idempotency record, as the product builds it. */
export function transferWork(from: number, to: number): PendingWrites {
  const now = new Date();
  const transactionId = uuidv7(now);
  const pendingWrites = new PendingWrites(uuidv7(now));
  const event = new FundsTransferred(walletId(from), userId(from), 'live', {
    transactionId,
    sent: SENT,
    received: SENT,
    fee: FEE,
    note: 'Lunch',
    requestId: null,
    sender: { ownerId: userId(from), accountId: walletId(from), usertag: usertagOf(from) },
    recipient: { ownerId: userId(to), accountId: walletId(to), usertag: usertagOf(to) },
  });
  const eventId = uuidv7(now);
  pendingWrites.events.push({ id: eventId, event });
  pendingWrites.journals.push({ ...event.booking(), id: transactionId, eventId });
  pendingWrites.balanceAfter = new BalanceAfter(walletId(from));
  pendingWrites.idempotency = {
    principalId: userId(from),
    key: uuidv7(now),
    operation: 'POST /api/wallet.php/transfer',
    fingerprint: createHash('sha256').update(transactionId).digest(),
  };
  pendingWrites.answer = new Answer(
    200,
    JSON.stringify(answer(transactionId, to, pendingWrites.balanceAfter)),
    false,
  );
  return pendingWrites;
}

function answer(transactionId: string, to: number, newBalance: BalanceAfter) {
  return {
    success: true,
    transaction_id: transactionId,
    amount: SENT.toJsonNumber(),
    fee: FEE.toJsonNumber(),
    currency: SENT.currency,
    received_amount: SENT.toJsonNumber(),
    received_currency: SENT.currency,
    recipient: { usertag: usertagOf(to), name: `Payer Number ${usertagOf(to)}` },
    new_balance: newBalance,
  };
}

/** Two different random people. */
export function randomPair(people = PEOPLE): [from: number, to: number] {
  const from = Math.floor(Math.random() * people);
  const to = (from + 1 + Math.floor(Math.random() * (people - 1))) % people;
  return [from, to];
}
