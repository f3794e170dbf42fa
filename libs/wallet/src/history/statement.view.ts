import { canonicalJson, type Money } from '@app/kernel';

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

/** What an account statement says beside its movements. */
export interface StatementContent {
  holder: { name: string; usertag: string; type: string };
  month: Month;
  /** The month is not settled yet: movements may still come. */
  isProvisional: boolean;
  opening: Money;
  closing: Money;
  totalIn: Money;
  totalOut: Money;
}

const NO_MOVEMENTS = '"movements":[]';

/**
 * The canonical JSON of a statement before and after its movements, which are written between them, each as canonical
 * JSON, separated by commas. Throws where the totals do not lead from the opening to the closing balance.
 */
export function statementFrame(content: StatementContent): { head: string; tail: string } {
  const { holder, month, isProvisional, opening, closing, totalIn, totalOut } = content;
  if (!opening.plus(totalIn).minus(totalOut).equals(closing)) throw new Error('a statement does not add up');
  const text = canonicalJson({
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
    movements: [],
  });
  // Quotes within texts are escaped, so that only the list itself is written like this.
  const end = text.indexOf(NO_MOVEMENTS) + NO_MOVEMENTS.length - 1;
  return { head: text.slice(0, end), tail: text.slice(end) };
}
