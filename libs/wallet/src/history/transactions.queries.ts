import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { Page, Place } from '@app/http';
import { notFound } from '@app/kernel';
import { isFiltered, LedgerQueries, MergedMovementsQueries, type Movement } from '@app/ledger';
import { SearchPlacesService } from '@app/search';
import type { HistoryRequest } from './history-request.policy';
import { type TransactionView, transactionView } from './transaction.view';
import { TransactionStatusesService } from './transaction-statuses.service';
import { walletMissing } from '../wallets/wallet.errors';
import { WalletQueries, type WalletView } from '../wallets/wallet.queries';

/** Of a movement in its account. */
const NUMBER = /^\d{1,18}$/;

interface Found {
  movements: Movement[];
  total: number;
  /** The number below which the list goes on; null where it ends. */
  next: bigint | null;
  /** What the response says about a search that was limited. */
  limits?: SearchLimits;
}

/** Fields of a list of which not everything was searched. */
export interface SearchLimits {
  total_exact: false;
  /** Earlier movements were not searched by this request; `next_cursor` goes on there. */
  searched_to?: string;
}

export function searchLimits(isExact: boolean, searchedTo: Date | null): SearchLimits | undefined {
  return isExact
    ? undefined
    : { total_exact: false, ...(searchedTo && { searched_to: searchedTo.toISOString() }) };
}

/** Lists and shows what moved an owner's money. */
@Injectable()
export class TransactionsQueries {
  constructor(
    private readonly wallets: WalletQueries,
    private readonly ledger: LedgerQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly movements: MergedMovementsQueries,
    private readonly statuses: TransactionStatusesService,
    private readonly searches: SearchPlacesService,
  ) {}

  /** Movements of one wallet, newest first. Any page without a filter, and any cursor, costs the same at any depth. */
  async history(
    ownerId: string,
    request: HistoryRequest,
  ): Promise<Page<TransactionView, Partial<SearchLimits>>> {
    const wallet = await this.wallets.find(ownerId, request.currency);
    if (!wallet) throw walletMissing(request.currency);
    const place = new Place(`history of ${wallet.id}`, request, NUMBER);
    const found = await (isFiltered(request)
      ? this.searches.hold(ownerId, request.q, () => this.filtered(wallet, request, place))
      : this.unfiltered(wallet, place));
    const next = found.next === null ? null : [found.next.toString()];
    return new Page(await this.shown(found.movements), found.total, place, next, found.limits);
  }

  /** One transaction with every posting it made on the owner's accounts; another's is not found. */
  async detail(ownerId: string, uuid: string) {
    const owned = await this.wallets.list(ownerId);
    const movements = await this.ledger.ofJournal(
      uuid,
      owned.flatMap(({ id, lockedAccountId }) => [id, lockedAccountId]),
    );
    const spendable = new Set(owned.map(({ id }) => id));
    const main = movements.find(({ accountId }) => spendable.has(accountId)) ?? movements[0];
    if (!main) throw notFound('Transaction');
    const [shown] = await this.shown([main]);
    return {
      ...shown!,
      related: main.related,
      postings: movements.map((movement) => postingOf(movement, owned)),
    };
  }

  private async unfiltered({ id, movements }: WalletView, { skip, size, after }: Place): Promise<Found> {
    const from = after ? BigInt(after[0]!) : movements - BigInt(skip) + 1n;
    const found = await this.ledger.movementsBefore(id, from, size);
    const last = found.at(-1)?.seq ?? 1n;
    return { movements: found, total: +movements.toString(), next: last > 1n ? last : null };
  }

  private async filtered(
    { id }: WalletView,
    { type, q, from, to }: HistoryRequest,
    { skip, size: limit, after }: Place,
  ): Promise<Found> {
    const filter = { type, q, from, to };
    const place = { skip, limit, before: after && after.map(BigInt) };
    const searched = await this.movements.searched([id], filter, skip + limit);
    if (searched?.isComplete && skip >= searched.keys.length)
      return { movements: [], total: searched.keys.length, next: null };
    const [{ total, isExact }, found] = await Promise.all([
      this.movements.count([id], filter, searched),
      this.movements.list([id], filter, place, searched),
    ]);
    const [next = null] = found.next ?? [];
    return { movements: found.movements, total, next, limits: searchLimits(isExact, found.searchedTo) };
  }

  /** As the account's owner sees them; with `asOf`, as they were seen before that instant. */
  async shown(movements: Movement[], asOf?: Date): Promise<TransactionView[]> {
    const ids = new Set(movements.flatMap(({ counterpartyId }) => counterpartyId ?? []));
    const [names, statuses] = await Promise.all([
      this.directory.byIds([...ids]),
      this.statuses.of(movements, asOf),
    ]);
    return movements.map((movement) =>
      transactionView(
        movement,
        (movement.counterpartyId && names.get(movement.counterpartyId)) || null,
        statuses.get(movement.journalId),
        asOf,
      ),
    );
  }
}

function postingOf({ accountId, amount, balanceAfter }: Movement, owned: WalletView[]) {
  const wallet = owned.find(({ id, lockedAccountId }) => id === accountId || lockedAccountId === accountId)!;
  return {
    wallet_id: wallet.id,
    account: wallet.id === accountId ? 'available' : 'locked',
    amount: amount.toJsonNumber(),
    currency: amount.currency,
    balance_after: balanceAfter.toJsonNumber(),
  };
}
