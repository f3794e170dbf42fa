import { Injectable } from '@nestjs/common';
import type { ReportedChargeback } from '@app/charges';
import { EscrowChargebacksService } from '@app/escrow';
import { CURRENCIES, type Currency, Money } from '@app/kernel';
import type { Chargeback } from './chargeback.aggregate';
import { ChargebackAlertsStore } from './chargeback-alerts.store';
import type { ChargedPayment } from './chargeback-amount.policy';
import type { AlertCause } from './chargeback.events';
import { ChargebackOpeningService, type ClearReport } from './chargeback-opening.service';
import { ChargebackRepository } from './chargeback.repository';
import { ChargedPaymentsQueries } from './charged-payments.queries';

/** Applies what the company says of a chargeback. What makes no sense is for staff, and nothing is guessed. */
@Injectable()
export class ChargebackReportsService {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly payments: ChargedPaymentsQueries,
    private readonly opening: ChargebackOpeningService,
    private readonly escrows: EscrowChargebacksService,
    private readonly alerts: ChargebackAlertsStore,
  ) {}

  /** Stages what follows from a report in the current unit of work; a repeated report changes nothing. */
  async apply(gateway: string, report: ReportedChargeback, now: Date): Promise<void> {
    const known = await this.chargebacks.latest('live', gateway, report.id);
    if (known) return this.update(known, report, now);
    await this.open(gateway, report, now);
  }

  /** Opens the chargeback of a payment; where the company has decided it by now, it ends at once. */
  async create(
    payment: ChargedPayment,
    gateway: string,
    report: ClearReport,
    now: Date,
  ): Promise<Chargeback> {
    const chargeback = await this.opening.open(payment, gateway, report, now);
    if (report.status !== 'opened') await this.step(chargeback, report.status, now);
    this.chargebacks.add(chargeback);
    return chargeback;
  }

  private async open(gateway: string, report: ReportedChargeback, now: Date): Promise<void> {
    const clear = clearReport(report, null);
    if (!clear) return this.alert('unclear-report', gateway, report, null);
    const payment = await this.payments.ofTransaction('live', gateway, report.gatewayTransactionId);
    if (!payment) return this.alert('unknown-transaction', gateway, report, null);
    if (payment.charged.currency !== clear.claimed.currency)
      return this.alert('unclear-report', gateway, report, null);
    await this.create(payment, gateway, clear, now);
  }

  private async update(known: Chargeback, report: ReportedChargeback, now: Date): Promise<void> {
    const { gateway, status } = known;
    const clear = clearReport(report, known);
    if (clear && clear.stage > known.stage && status === 'won') {
      // The company is asked about the next stage instead.
      known.askAt = null;
      this.chargebacks.save(known);
      return this.open(gateway, report, now);
    }
    if (!clear) await this.alert('unclear-report', gateway, report, known);
    else if (!(await this.follow(known, clear, now)))
      await this.alert('contradiction', gateway, report, known, ` after ${status}`);
    known.asked(now);
    this.chargebacks.save(known);
  }

  /** Brings a chargeback to where the company has it; false where it has ended otherwise. */
  private async follow(known: Chargeback, report: ClearReport, now: Date): Promise<boolean> {
    const { status, stage, respondBy } = report;
    if (stage < known.stage) return true;
    if (stage > known.stage) {
      if (!known.isOpen) return false;
      if (known.status === 'opened') known.answer('contest', null, now);
      known.reopen(stage, respondBy);
    }
    if (known.status === 'opened' && respondBy) known.respondBy = respondBy;
    // The company may not have processed an answer yet.
    if (status === known.status || status === 'opened') return true;
    if (known.isOpen) await this.step(known, status, now);
    else return status === 'contested' || (status === 'lost' && known.status === 'accepted');
    return true;
  }

  /** An escrow that holds the money of a lost chargeback pays it. */
  private async step(chargeback: Chargeback, status: ReportedChargeback['status'], now: Date): Promise<void> {
    if (status === 'won') return chargeback.win(now);
    if (status === 'contested') return chargeback.answer('contest', null, now);
    if (chargeback.escrowId !== null) await this.escrows.takeBack(chargeback.escrowId, now);
    if (status === 'accepted') chargeback.answer('accept', null, now);
    else chargeback.lose(now);
  }

  private alert(
    cause: AlertCause,
    gateway: string,
    report: ReportedChargeback,
    chargeback: Chargeback | null,
    note = '',
  ): Promise<void> {
    const { id: providerId, stage, gatewayTransactionId } = report;
    const detail = `${shown(report)}${note}, transaction ${gatewayTransactionId}`;
    return this.alerts.raise({ cause, gateway, providerId, stage, detail, chargeback });
  }
}

/** Null where status, amount or currency makes no sense, or is not that of the same chargeback before. */
function clearReport(report: ReportedChargeback, known: Chargeback | null): ClearReport | null {
  const { status, amountMinor, currency } = report;
  if (status === null || amountMinor === null || amountMinor <= 0n || !isCurrency(currency)) return null;
  const claimed = new Money(amountMinor, currency);
  if (!claimed.isPayable || (known && !known.claimed.equals(claimed))) return null;
  return { ...report, claimed };
}

const isCurrency = (text: string | null): text is Currency => CURRENCIES.some((known) => known === text);

function shown({ words, amountMinor, currency }: ReportedChargeback): string {
  const amount = amountMinor === null || !isCurrency(currency) ? null : new Money(amountMinor, currency);
  return `${words}, ${amount ? `${amount.text} ${amount.currency}` : 'no valid amount'}`;
}
