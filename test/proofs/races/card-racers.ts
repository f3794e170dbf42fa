import { ChargeCards } from '@app/subscriptions';
import { CardDesk, type CardPaid } from '../../e2e/subscriptions/card-desk';
import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys } from '../../support/people';
import type { Platform } from '../../support/platform';
import type { Random } from '../support/random';

/** What is due when the rivals begin: the charge of the next cycle, or the second one of a cycle. */
type Kind = 'renewal' | 'retry';
type Rival = 'cancel' | 'cancel at end' | 'remove card' | 'pay by another card' | 'none';

const RIVALS: Record<Kind, readonly Rival[]> = {
  renewal: ['cancel', 'cancel at end', 'remove card', 'none'],
  retry: ['cancel', 'pay by another card', 'remove card', 'none'],
};

export interface CardRacer extends CardPaid {
  kind: Kind;
  rival: Rival;
  page: string;
  status?: number;
  /** Charges that had paid an invoice when the answer arrived. */
  appliedBefore?: number;
  /** Charges that had not been sent then. */
  unsentBefore?: string[];
}

/** Subscriptions that are charged to saved cards while their customers change them. */
export class CardRacers {
  readonly desk: CardDesk;
  readonly everyOne: CardRacer[] = [];

  constructor(
    private readonly platform: Platform,
    keys: TestKeys,
    private readonly random: Random,
  ) {
    this.desk = new CardDesk(platform, keys);
  }

  async racer(kind: Kind, plan: string): Promise<CardRacer> {
    const made = await this.desk.attached(plan, kind === 'retry' ? '+declined2' : '');
    if (kind === 'retry') await this.decline(made);
    const { manage_url: page } = (await this.desk.one(made)) as { manage_url: string };
    return { ...made, kind, rival: this.random.of(RIVALS[kind]), page };
  }

  /** Every scheduler at once, twice each, sends charges and asks about them. */
  async collect(jobs: readonly ChargeCards[]): Promise<void> {
    await Promise.all([...jobs, ...jobs].map((job) => job.run()));
  }

  async ask(made: CardRacer): Promise<void> {
    const { subscription_id, page, rival } = made;
    const answers: Record<Rival, () => Promise<Pick<HttpAnswer, 'status'> | null>> = {
      cancel: () => this.desk.post('cancel', { subscription_id }),
      'cancel at end': () => this.desk.post('cancel', { subscription_id, at_period_end: true }),
      'remove card': () => fetch(`${page}/replace-card`, { method: 'POST', redirect: 'manual' }),
      'pay by another card': () => this.payOnPage(made),
      none: () => Promise.resolve(null),
    };
    made.status = (await answers[rival]())?.status;
    if (made.status === undefined) return;
    const charges = await this.desk.charges(made);
    made.appliedBefore = charges.filter(({ is_applied }) => is_applied).length;
    made.unsentBefore = charges.filter(({ status }) => status === 'intended').map(({ id }) => id);
  }

  /** Each cycle was charged at most once, what was charged paid its invoice or was set aside, and no request follows a cancellation. */
  async judge(made: CardRacer): Promise<void> {
    const { kind, rival, status } = made;
    const of = { kind, rival, status };
    expect([undefined, 200, 303, 409, 410]).toContain(status);
    const charges = await this.desk.charges(made);
    expect({ of, sent: charges.filter(({ sent }) => sent > 1) }).toEqual({ of, sent: [] });
    for (const { taken, is_applied, reference } of charges) {
      const aside = taken === 1 && !is_applied ? 1 : 0;
      expect({ of, aside: await this.setAside(reference) }).toEqual({ of, aside });
      expect({ of, taken }).toEqual({ of, taken: is_applied ? 1 : aside });
    }
    const invoices = (await this.desk.invoices(made)).reverse();
    expect({ of, booked: await this.desk.booked(made) }).toEqual({
      of,
      booked: invoices.map((invoice) => (invoice.status === 'paid' ? 1 : 0)),
    });
    const one = await this.desk.one(made);
    if (one.status === 'cancelled') expect({ of, card: one.has_saved_card }).toEqual({ of, card: false });
    if (rival === 'cancel' && status === 200) {
      const applied = charges.filter(({ is_applied }) => is_applied).length;
      const after = charges.filter(({ id, sent }) => sent > 0 && made.unsentBefore!.includes(id));
      expect({ of, status: one.status, applied, after }).toEqual({
        of,
        status: 'cancelled',
        applied: made.appliedBefore,
        after: [],
      });
    }
    if (rival === 'none')
      expect({ of, status: one.status, paid: invoices.at(-1)!.status }).toEqual({
        of,
        status: 'active',
        paid: 'paid',
      });
  }

  /** How often each rival was answered how. */
  get outcomes(): string[] {
    return this.everyOne.map(({ kind, rival, status }) =>
      `${rival} of a card ${kind} ${status ?? ''}`.trim(),
    );
  }

  /** The bank has declined a payment of this customer, and declines the next one. */
  private decline({ email }: CardPaid): Promise<unknown> {
    return this.platform.sql(
      `INSERT INTO simulator.charges (mode, tx_ref, gw_ref, status, amount_minor, charged_minor, currency, email, brand, last4, processor_response, created_at, completed_at, method)
       VALUES ('live', 'earlier ' || $1, 'SIM-' || $1, 'failed', 500000, 500000, 'NGN', $1, 'visa', '0000', 'Insufficient funds', now(), now(), 'card')`,
      [email],
    );
  }

  private async payOnPage(made: CardRacer): Promise<Pick<HttpAnswer, 'status'>> {
    const opened = await fetch(`${made.page}/pay`, { method: 'POST', redirect: 'manual' });
    const link = await this.desk.latest(made);
    return link.checkout_url === null ? opened : this.desk.payOnPage(link);
  }

  private async setAside(reference: string): Promise<number> {
    const [row] = await this.platform.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM checkout_attempts
        WHERE reference = $1 AND unapplied_reason = 'already-paid' AND status IN ('unapplied', 'refunded')`,
      [reference],
    );
    return row!.count;
  }
}
