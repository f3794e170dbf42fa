import { Injectable } from '@nestjs/common';
import { RATE_CLASSES, rateLimited, RateLimitStorage } from '@app/http';
import { RecipientsService, UserDirectoryQueries } from '@app/accounts';
import { FxService } from '@app/fx';
import type { Currency, DomainError, Money, Rate } from '@app/kernel';
import { type Parties, TransferPartiesService } from '@app/wallet';
import { MAX_ROWS_NAMED, type RefusedRow, type RowFault, rowsRefused } from './payroll.errors';
import type { Payment } from './payroll-batch.aggregate';

/** Refusals, and rows named in them, that an employer may see in ten minutes, because they reveal which accounts exist. */
const MAX_REFUSALS = 10;
const MAX_NAMED = 300;
const REFUSALS_MS = 600_000;

/** A row as the employer sent it. */
export interface RequestedRow {
  /** User tag, e-mail address or phone number. */
  recipient: string;
  amount: Money;
  note: string | null;
}

/** Rows of which all can be paid. */
export interface PayableRows {
  payments: Payment[];
  /** Exchange rates by the currency that recipients get. */
  rates: ReadonlyMap<Currency, Rate>;
}

/** A row with its sender and recipient; `parties` is null where no account has the identifier. */
interface IdentifiedRow extends RequestedRow {
  parties: Parties | null;
}

/** Finds the recipients of a payroll and what each of them gets. The number of reads does not grow with the rows. */
@Injectable()
export class PayeesService {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly parties: TransferPartiesService,
    private readonly directory: UserDirectoryQueries,
    private readonly fx: FxService,
    private readonly storage: RateLimitStorage,
  ) {}

  /** Throws one refusal that names every row that cannot be paid; RATE_LIMITED after too many such refusals. */
  async find(employerId: string, currency: Currency, rows: readonly RequestedRow[]): Promise<PayableRows> {
    const texts = rows.map(({ recipient }) => recipient);
    const identifiers = await this.recipients.identifyAll(employerId, texts);
    const found = await this.parties.findAll(employerId, identifiers, currency);
    const identified = rows.map((row, i) => ({ ...row, parties: found[i]! }));
    const currencies = new Set(found.flatMap((parties) => parties?.to?.currency ?? []));
    const ids = found.flatMap((parties) => parties?.recipient?.id ?? []);
    const [rates, own] = await Promise.all([
      this.fx.customerRatesTo(currency, [...currencies]),
      this.directory.ofSameOwner(employerId, ids),
    ]);
    try {
      return {
        payments: paymentsOf({ id: employerId, own }, identified, rates),
        rates: foreign(rates, currency),
      };
    } catch (error) {
      // A missing rate reveals nothing about any account.
      if ((error as DomainError).code !== 'FX_RATE_UNAVAILABLE') {
        await this.count(`payroll-refused ${employerId}`, 1, MAX_REFUSALS);
        await this.countNamed(employerId, error as DomainError);
      }
      throw error;
    }
  }

  /**
   * Counts the rows that a refusal names as look-ups of the employer. A refusal that begins within the limits names all
   * its rows. Throws RATE_LIMITED beyond them.
   */
  async countNamed(employerId: string, { extra }: DomainError): Promise<void> {
    const rows = Math.min(Number(extra.rows_refused), MAX_ROWS_NAMED);
    const { limit, ttl } = RATE_CLASSES.lookup;
    await this.count(`lookup ${employerId}`, rows, limit, ttl);
    await this.count(`payroll-named ${employerId}`, rows, MAX_NAMED);
  }

  private async count(key: string, hits: number, limit: number, ttl = REFUSALS_MS): Promise<void> {
    const counted = Array.from({ length: hits }, () => this.storage.increment(key, ttl, limit));
    const [first] = await Promise.all(counted);
    if (first?.isBlocked) throw rateLimited(first);
  }
}

/** Who pays, and the other accounts of the same owner. */
interface Employer {
  id: string;
  own: ReadonlySet<string>;
}

/** The payment of each row; throws where one of them cannot be paid. */
export function paymentsOf(
  employer: Employer,
  rows: readonly IdentifiedRow[],
  rates: ReadonlyMap<Currency, Rate | null>,
): Payment[] {
  const refused: RefusedRow[] = [];
  const payments: Payment[] = [];
  const places = new Map<string, number>();
  for (const [i, { recipient: text, amount: sent, note, parties }] of rows.entries()) {
    const row = i + 1;
    const refuse = (reason: RowFault, message: string) =>
      refused.push({ row, recipient: text, reason, message });
    const { recipient, to } = parties ?? {};
    if (!recipient || !to) {
      refuse('unknown_recipient', 'There is no such account.');
      continue;
    }
    const earlier = places.get(recipient.id);
    places.set(recipient.id, earlier ?? row);
    const rate = rates.get(to.currency);
    const received = rate ? creditOf(sent, to.currency, rate) : null;
    if (recipient.id === employer.id) refuse('yourself', 'You cannot pay yourself.');
    else if (employer.own.has(recipient.id))
      refuse('same_owner', 'This account has your phone number or mailbox; send a transfer.');
    else if (earlier !== undefined) refuse('duplicate', `This is the recipient of row ${earlier}.`);
    else if (!received)
      refuse('no_exchange_rate', `There is no current rate from ${sent.currency} to ${to.currency}.`);
    else if (received.isZero)
      refuse('converts_to_nothing', `The amount converts to less than 0.01 ${to.currency}.`);
    else {
      const { id: ownerId, usertag } = recipient;
      payments.push({ recipient: { ownerId, accountId: to.accountId, usertag }, sent, received, note });
    }
  }
  if (refused.length > 0) throw rowsRefused(refused);
  return payments;
}

/** The rates of other currencies; none is missing where all rows are paid. */
function foreign(rates: ReadonlyMap<Currency, Rate | null>, own: Currency): Map<Currency, Rate> {
  return new Map(
    [...rates].flatMap(([currency, rate]) => (rate && currency !== own ? [[currency, rate]] : [])),
  );
}

function creditOf(sent: Money, currency: Currency, rate: Rate): Money {
  return currency === sent.currency ? sent : sent.creditedAs(currency, rate);
}
