import { Injectable } from '@nestjs/common';
import { Recipients } from '@app/accounts';
import { Fx } from '@app/fx';
import type { Currency, DomainError, Money, Rate } from '@app/kernel';
import { type Parties, TransferParties } from '@app/wallet';
import { type RefusedRow, type RowFault, rowsRefused } from './payroll.errors';
import type { Payment } from './payroll-batch.aggregate';
import { PayeesLimit } from './payees-limit.service';

/** A row as the employer sent it. */
export interface WishedRow {
  /** User tag, e-mail address or phone number. */
  recipient: string;
  amount: Money;
  note: string | null;
}

/** Rows that can be paid, all of them. */
export interface PayableRows {
  payments: Payment[];
  /** What was converted at, by the currency that recipients get. */
  rates: ReadonlyMap<Currency, Rate>;
}

/** A row with whom it means: null where nobody is known by that name. */
interface MeantRow extends WishedRow {
  ends: Parties | null;
}

/** Finds whom the rows of a payroll mean and what each of them gets, all by a few reads whatever their number. */
@Injectable()
export class Payees {
  constructor(
    private readonly recipients: Recipients,
    private readonly parties: TransferParties,
    private readonly fx: Fx,
    private readonly limit: PayeesLimit,
  ) {}

  /** Throws one refusal that names every row that cannot be paid; RATE_LIMITED for who is told of others again and again. */
  async find(employerId: string, currency: Currency, rows: readonly WishedRow[]): Promise<PayableRows> {
    const texts = rows.map(({ recipient }) => recipient);
    const identifiers = await this.recipients.identifyAll(employerId, texts);
    const found = await this.parties.findAll(employerId, identifiers, currency);
    const meant = rows.map((row, i) => ({ ...row, ends: found[i]! }));
    const currencies = new Set(found.flatMap((ends) => ends?.to?.currency ?? []));
    const rates = await this.fx.liveRatesTo(currency, [...currencies]);
    try {
      return { payments: paymentsOf(employerId, meant, rates), rates: foreign(rates, currency) };
    } catch (error) {
      // That a rate is missing says nothing about anybody.
      if ((error as DomainError).code !== 'FX_RATE_UNAVAILABLE') await this.limit.count(employerId);
      throw error;
    }
  }
}

/** What each row comes to; throws where one of them cannot be paid. */
export function paymentsOf(
  employerId: string,
  rows: readonly MeantRow[],
  rates: ReadonlyMap<Currency, Rate | null>,
): Payment[] {
  const refused: RefusedRow[] = [];
  const payments: Payment[] = [];
  const places = new Map<string, number>();
  for (const [i, { recipient: text, amount: sent, note, ends }] of rows.entries()) {
    const row = i + 1;
    const refuse = (reason: RowFault, message: string) =>
      refused.push({ row, recipient: text, reason, message });
    const { recipient, to } = ends ?? {};
    if (!recipient || !to) {
      refuse('unknown_recipient', 'Nobody is known by this name.');
      continue;
    }
    const earlier = places.get(recipient.id);
    places.set(recipient.id, earlier ?? row);
    const rate = rates.get(to.currency);
    const received = rate ? creditOf(sent, to.currency, rate) : null;
    if (recipient.id === employerId) refuse('yourself', 'You cannot pay yourself.');
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

/** Where everybody is paid, none is missing. */
function foreign(rates: ReadonlyMap<Currency, Rate | null>, own: Currency): Map<Currency, Rate> {
  return new Map(
    [...rates].flatMap(([currency, rate]) => (rate && currency !== own ? [[currency, rate]] : [])),
  );
}

function creditOf(sent: Money, currency: Currency, rate: Rate): Money {
  return currency === sent.currency ? sent : sent.creditedAs(currency, rate);
}
