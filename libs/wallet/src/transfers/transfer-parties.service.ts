import { Inject, Injectable } from '@nestjs/common';
import {
  byType,
  type DirectoryEntry,
  ENTRY_COLUMNS,
  entryOf,
  type EntryRow,
  FOUND_BY,
  type Identifier,
} from '@app/accounts';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import type { Currency } from '@app/kernel';
import type { Pool } from 'pg';
import type { WalletAccount } from '../wallets/wallet.queries';

type Wallet = Pick<WalletAccount, 'walletId' | 'accountId' | 'currency'>;

/** Who sends and who receives, and from which wallet to which. */
export interface Parties {
  senderTag: string;
  /** Null where the sender has no such wallet. */
  from: Wallet | null;
  /** Null where no account is found. */
  recipient: DirectoryEntry | null;
  /** Null where the recipient has no wallet at all. */
  to: Wallet | null;
}

/** The recipient of a transfer: an identifier that the sender gave, or the id of an account. */
export type Destination = Identifier | { type: 'id'; value: string };

interface Key {
  senderId: string;
  value: string;
  currency: Currency | null;
}

type Row = (EntryRow | { id: null }) & {
  ord: string;
  sender_tag: string | null;
  from_id: string | null;
  from_currency: Currency | null;
  to_id: string | null;
  to_currency: Currency | null;
};

const IS_ID = 'u.id = k.value::uuid AND u.frozen_at IS NULL';
/** Destinations of one sender in one query: between two queries those of other senders are read. */
const AT_ONCE = 250;

/** Reads both ends of a transfer in one round trip, together with those of concurrent ones. */
@Injectable()
export class TransferPartiesService {
  private readonly parties = {
    ...byType((type) => new BatchLoader<Key, Parties>((keys) => this.load(type, keys))),
    id: new BatchLoader<Key, Parties>((keys) => this.load('id', keys)),
  };

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * The sender's wallet in `currency` (else the primary one), and the recipient's in the same currency where one exists,
   * else their primary one.
   */
  find(senderId: string, { type, value }: Destination, currency: Currency | null): Promise<Parties> {
    return this.parties[type].read({ senderId, value, currency });
  }

  /** The same for many at once, in their order. They are read apart from those of concurrent requests. */
  async findAll(
    senderId: string,
    destinations: readonly (Destination | null)[],
    currency: Currency,
  ): Promise<(Parties | null)[]> {
    const found = destinations.map((): Parties | null => null);
    for (const type of new Set(destinations.flatMap((destination) => destination?.type ?? []))) {
      const places = [...destinations.keys()].filter((i) => destinations[i]?.type === type);
      for (let from = 0; from < places.length; from += AT_ONCE) {
        const some = places.slice(from, from + AT_ONCE);
        const keys = some.map((i) => ({ senderId, value: destinations[i]!.value, currency }));
        (await this.load(type, keys)).forEach((ends, n) => (found[some[n]!] = ends));
      }
    }
    return found;
  }

  private async load(type: Destination['type'], keys: readonly Key[]): Promise<Parties[]> {
    const { rows } = await this.pool.query<Row>({
      ...QUERY_TIMEOUT,
      name: `transfer_ends_by_${type}`,
      text: `SELECT k.ord, sender.usertag AS sender_tag, ${ENTRY_COLUMNS},
                    f.id AS from_id, f.currency_code AS from_currency, t.id AS to_id, t.currency_code AS to_currency
               FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS k(sender, value, currency, ord)
               LEFT JOIN users sender ON sender.id = k.sender
               LEFT JOIN users u ON ${type === 'id' ? IS_ID : FOUND_BY[type]}
               LEFT JOIN LATERAL (
                 SELECT w.id, w.currency_code FROM wallets w
                  WHERE w.owner_id = k.sender AND (w.currency_code = k.currency OR (k.currency IS NULL AND w.is_primary))
               ) f ON true
               LEFT JOIN LATERAL (
                 SELECT w.id, w.currency_code FROM wallets w
                  WHERE w.owner_id = u.id AND (w.currency_code = f.currency_code OR w.is_primary)
                  ORDER BY w.currency_code = f.currency_code DESC LIMIT 1
               ) t ON true`,
      values: [
        arrayOf('uuid', keys, ({ senderId }) => senderId),
        arrayOf('text', keys, ({ value }) => value),
        arrayOf('text', keys, ({ currency }) => currency),
      ],
    });
    return inOrder(keys.length, rows).map((row) => endsOf(row!));
  }
}

function endsOf(row: Row): Parties {
  return {
    senderTag: row.sender_tag ?? '',
    from: walletOf(row.from_id, row.from_currency),
    recipient: row.id === null ? null : entryOf(row),
    to: walletOf(row.to_id, row.to_currency),
  };
}

function walletOf(id: string | null, currency: Currency | null): Wallet | null {
  return id === null || currency === null ? null : { walletId: id, accountId: id, currency };
}
