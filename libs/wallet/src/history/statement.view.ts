import type { Money } from '@app/kernel';
import type { TransactionView } from './transaction.view';

/** A month, in UTC. */
export interface Month {
  /** `YYYY-MM`. */
  name: string;
  start: Date;
  end: Date;
}

export function monthOf(name: string): Month {
  const [year, month] = name.split('-').map((digits) => +digits) as [number, number];
  return { name, start: new Date(Date.UTC(year, month - 1)), end: new Date(Date.UTC(year, month)) };
}

/** What an account statement says, before it is signed. */
export interface StatementContent {
  holder: { name: string; usertag: string; type: string };
  month: Month;
  /** The month is not settled yet: movements may still come. */
  isProvisional: boolean;
  opening: Money;
  closing: Money;
  movements: { amount: Money; view: TransactionView }[];
}

/** The document as it is signed. Throws where the movements do not lead from the opening to the closing balance. */
export function statementDocument(content: StatementContent): object {
  const { holder, month, isProvisional, opening, closing, movements } = content;
  const zero = opening.minus(opening);
  const sum = (amounts: Money[]) => amounts.reduce((total, amount) => total.plus(amount), zero);
  const amounts = movements.map(({ amount }) => amount);
  const totalIn = sum(amounts.filter(({ minor }) => minor > 0n));
  const totalOut = sum(amounts.filter(({ minor }) => minor < 0n)).negated();
  if (!opening.plus(totalIn).minus(totalOut).equals(closing)) throw new Error('a statement does not add up');
  return {
    kind: 'account-statement',
    account_holder: holder,
    currency: opening.currency,
    month: month.name,
    from: month.start,
    to: month.end,
    provisional: isProvisional,
    opening_balance: opening.text,
    closing_balance: closing.text,
    total_in: totalIn.text,
    total_out: totalOut.text,
    movements: movements.map(({ view }) => view),
  };
}
