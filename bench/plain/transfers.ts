import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ConflictException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { minorToJsonNumber, uuidv7 } from '@app/kernel';
import { DataSource, type EntityManager } from 'typeorm';
import { Account, IdempotencyKey, Journal, Leg, OutboxEvent, Pin, User, Wallet } from './entities';

export interface Transfer {
  from: string;
  recipient: string;
  amountMinor: bigint;
  note: string | null;
  pin: string;
  key: string;
}

const CURRENCY = 'NGN';
/** Number of rows of the fee account. Several rows keep transfers from waiting for one another. */
export const FEE_STRIPES = 64;
export const feeStripe = (n: number) => `00000009-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Transfers in the usual way: entities are loaded under lock, changed and saved in one transaction. */
@Injectable()
export class PlainTransfers {
  private readonly pepper = derivedKey(Config.from({}).env.PIN_PEPPER, 'transaction pin');

  constructor(private readonly dataSource: DataSource) {}

  async transfer(order: Transfer): Promise<string> {
    await this.checkPin(order);
    const fingerprint = createHash('sha256').update(`${order.recipient} ${order.amountMinor}`).digest();
    return this.dataSource.transaction(async (manager) => {
      const earlier = await manager.findOneBy(IdempotencyKey, { principalId: order.from, key: order.key });
      if (earlier && !earlier.fingerprint.equals(fingerprint)) throw new ConflictException();
      if (earlier) return earlier.body;
      const body = await this.move(manager, order);
      const principalId = order.from;
      await manager.save(IdempotencyKey, {
        principalId,
        key: order.key,
        fingerprint,
        status: 200,
        body,
        createdAt: new Date(),
      });
      return body;
    });
  }

  private async move(manager: EntityManager, { from, recipient, amountMinor, note }: Transfer) {
    const usertag = recipient.replace(/^@/, '').toLowerCase();
    const [sender, to] = [
      await manager.findOneByOrFail(User, { id: from }),
      await manager.findOneBy(User, { usertag }),
    ];
    if (!to) throw new NotFoundException();
    const wallets = await manager.findBy(Wallet, [
      { ownerId: from, isPrimary: true },
      { ownerId: to.id, isPrimary: true },
    ]);
    const walletOf = (owner: string) => wallets.find(({ ownerId }) => ownerId === owner)!.id;
    const accounts = await lock(manager, [walletOf(from), walletOf(to.id)]);
    const fees = (await lock(manager, [feeStripe(Math.floor(Math.random() * FEE_STRIPES))]))[0]!;
    const accountOf = (owner: string) => accounts.find(({ id }) => id === walletOf(owner))!;

    const feeMinor = (amountMinor + 999n) / 1000n;
    const [id, eventId, createdAt] = [uuidv7(new Date()), uuidv7(new Date()), new Date()];
    await manager.save(Journal, {
      id,
      type: 'transfer',
      eventId,
      currency: CURRENCY,
      reference: id,
      description: note,
      createdAt,
      amountMinor: amountMinor.toString(),
      feeMinor: feeMinor.toString(),
      metadata: { from: sender.usertag, to: to.usertag },
    });
    const post = async (account: Account, amount: bigint, counterpartyId: string | null) => {
      account.balanceMinor = (BigInt(account.balanceMinor) + amount).toString();
      account.seq = (BigInt(account.seq) + 1n).toString();
      if (account.balanceMinor.startsWith('-')) throw new ForbiddenException('Insufficient balance.');
      await manager.save(account);
      await manager.save(Leg, {
        accountId: account.id,
        seq: account.seq,
        journalId: id,
        type: 'transfer',
        createdAt,
        amountMinor: amount.toString(),
        balanceAfterMinor: account.balanceMinor,
        counterpartyId,
      });
    };
    await post(accountOf(from), -(amountMinor + feeMinor), to.id);
    await post(accountOf(to.id), amountMinor, from);
    await post(fees, feeMinor, null);
    await manager.save(OutboxEvent, {
      id: eventId,
      type: 'wallet.funds-transferred',
      aggregateId: walletOf(from),
      ownerId: from,
      createdAt,
      payload: { transactionId: id, from: sender.usertag, to: to.usertag, amount: amountMinor.toString() },
    });
    return JSON.stringify({
      success: true,
      transaction_id: id,
      amount: minorToJsonNumber(amountMinor),
      fee: minorToJsonNumber(feeMinor),
      currency: CURRENCY,
      recipient: { usertag: to.usertag, name: `${to.firstName} ${to.lastName}` },
      new_balance: minorToJsonNumber(BigInt(accountOf(from).balanceMinor)),
    });
  }

  private async checkPin({ from, pin }: Transfer): Promise<void> {
    const stored = await this.dataSource.manager.findOneBy(Pin, { userId: from });
    const given = createHmac('sha256', this.pepper).update(`${from} ${pin}`).digest();
    if (!stored || !timingSafeEqual(stored.hmac, given)) throw new ForbiddenException('Wrong PIN.');
  }
}

/** Locks rows in the order of their ids, so that two transfers cannot deadlock. */
async function lock(manager: EntityManager, ids: string[]): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const id of ids.sort()) {
    accounts.push(
      await manager.findOneOrFail(Account, { where: { id }, lock: { mode: 'pessimistic_write' } }),
    );
  }
  return accounts;
}
