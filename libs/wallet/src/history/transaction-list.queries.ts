import { Injectable } from '@nestjs/common';
import { Page, Place } from '@app/http';
import { type Currency, invalid } from '@app/kernel';
import { MergedMovementsQueries, type Movement, type MovementFilter } from '@app/ledger';
import { SearchPlacesService } from '@app/search';
import type { HistoryRequest } from './history-request.policy';
import type { TransactionView } from './transaction.view';
import { type SearchLimits, searchLimits, TransactionsQueries } from './transactions.queries';
import { walletMissing } from '../wallets/wallet.errors';
import { WalletQueries, type WalletView } from '../wallets/wallet.queries';

/** A page is made up of all movements before it, so that deeper ones are read by cursor. */
const MAX_NUMBERED = 10_000;

/** By account, in the order of their wallets: the number of a movement. */
const NUMBERS = /^\d{1,18}(\.\d{1,18}){1,31}$/;

/** A transaction with the wallet that it moved, and whether it moved what can be spent or what is held. */
export type ListedTransaction = TransactionView & { wallet_id: string; bucket: 'available' | 'locked' };

/** An account of a wallet: what can be spent, or what is held. */
export interface OwnedAccount {
  accountId: string;
  walletId: string;
  bucket: 'available' | 'locked';
  currency: Currency;
}

/** A listed transaction with its movement, which has the exact amounts. */
export interface ExportedTransaction {
  movement: Movement;
  view: ListedTransaction;
}

/** Lists what moved an owner's money, in all wallets together. */
@Injectable()
export class TransactionListQueries {
  constructor(
    private readonly wallets: WalletQueries,
    private readonly movements: MergedMovementsQueries,
    private readonly transactions: TransactionsQueries,
    private readonly searches: SearchPlacesService,
  ) {}

  /** Newest first. A cursor costs the same at any depth. Throws VALIDATION_ERROR for a page number that is too deep. */
  list(ownerId: string, request: HistoryRequest): Promise<Page<ListedTransaction, Partial<SearchLimits>>> {
    return this.searches.hold(ownerId, request.q, () => this.found(ownerId, request));
  }

  private async found(
    ownerId: string,
    request: HistoryRequest,
  ): Promise<Page<ListedTransaction, Partial<SearchLimits>>> {
    const { currency, type, q, from, to } = request;
    const filter = { type, q, from, to };
    const place = new Place('transactions', request, NUMBERS);
    const { skip, size: limit, after } = place;
    const wallets = await this.walletsOf(ownerId, currency);
    const accountIds = wallets.flatMap(({ id, lockedAccountId }) => [id, lockedAccountId]);
    const searched = await this.movements.searched(accountIds, filter, skip + limit);
    const { total, isExact } = await this.movements.count(accountIds, filter, searched);
    const isPastEnd = isExact && skip >= total;
    if (!isPastEnd && skip > MAX_NUMBERED)
      throw invalid('page', `Pages beyond the ${MAX_NUMBERED}th transaction are read with cursor.`);
    const found = isPastEnd
      ? { movements: [], next: null, searchedTo: null }
      : await this.movements.list(
          accountIds,
          filter,
          { skip, limit, before: after && after.map(BigInt) },
          searched,
        );
    const rows = await this.listed(found.movements, wallets);
    const next = found.next?.map(String) ?? null;
    return new Page(rows, total, place, next, searchLimits(isExact, found.searchedTo));
  }

  /** A page of an export, with what was reversed before `asOf`. It goes on below the positions of `next`. */
  async exportPage(
    accounts: readonly OwnedAccount[],
    filter: MovementFilter,
    { limit, before, asOf }: { limit: number; before: readonly bigint[]; asOf: Date },
  ): Promise<{ rows: ExportedTransaction[]; next: bigint[] | null }> {
    const ids = accounts.map(({ accountId }) => accountId);
    const { movements, next } = await this.movements.list(ids, filter, { skip: 0, limit, before });
    const shown = await this.transactions.shown(movements, asOf);
    const rows = movements.map((movement, i) => {
      const { walletId, bucket } = accounts.find(({ accountId }) => accountId === movement.accountId)!;
      return { movement, view: { ...shown[i]!, wallet_id: walletId, bucket } };
    });
    return { rows, next };
  }

  /** The accounts behind an owner's wallets, or behind that of one currency. Throws NOT_FOUND without a wallet. */
  async accountsOf(ownerId: string, currency?: Currency): Promise<OwnedAccount[]> {
    const wallets = await this.walletsOf(ownerId, currency);
    return wallets.flatMap(({ id, lockedAccountId, currency: code }) => [
      { accountId: id, walletId: id, bucket: 'available', currency: code } as const,
      { accountId: lockedAccountId, walletId: id, bucket: 'locked', currency: code } as const,
    ]);
  }

  /** In the order of their opening, which is that of the positions in a cursor. */
  private async walletsOf(ownerId: string, currency?: Currency): Promise<WalletView[]> {
    const owned = await this.wallets.list(ownerId);
    const wallets = owned.filter((wallet) => currency === undefined || wallet.currency === currency);
    if (wallets.length === 0) throw walletMissing(currency);
    return wallets.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private async listed(movements: Movement[], wallets: WalletView[]): Promise<ListedTransaction[]> {
    const shown = await this.transactions.shown(movements);
    return movements.map(({ accountId }, i) => {
      const wallet = wallets.find(
        ({ id, lockedAccountId }) => id === accountId || lockedAccountId === accountId,
      )!;
      const bucket = wallet.id === accountId ? 'available' : 'locked';
      return { ...shown[i]!, wallet_id: wallet.id, bucket };
    });
  }
}
