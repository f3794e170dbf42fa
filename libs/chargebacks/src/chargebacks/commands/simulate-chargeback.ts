import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EscrowChargebacksService } from '@app/escrow';
import type { AppCaller } from '@app/http';
import { addSeconds, Money, notFound, randomAlphanumeric, Times } from '@app/kernel';
import { CountLimits } from '@app/write-path';
import type { Chargeback } from '../chargeback.aggregate';
import { notPaidByCard, tooManyChargebacks } from '../chargeback.errors';
import { ChargebackReportsService } from '../chargeback-reports.service';
import { ChargebackRepository } from '../chargeback.repository';
import type { SimulatedStep } from '../chargebacks.dto';
import { ChargedPaymentsQueries } from '../charged-payments.queries';

const GATEWAY = 'simulator';
const RESPOND_SECONDS = 48 * 3600;
/** Chargebacks of one test payment. */
const MAX_CHARGEBACKS = 20;

export interface Simulation {
  step: SimulatedStep;
  /** For `open`: the session or the invoice. */
  paymentId: string | null;
  /** For all others; for `open` without a payment, another one of the same payment. */
  chargebackId: string | null;
  /** For `open`, in smallest units; null: all that was paid. */
  amountMinor: bigint | null;
}

/** Plays the bank of the payer, or the owner, for a test payment. */
export class SimulateChargeback extends Command<Chargeback> {
  constructor(
    readonly caller: AppCaller,
    readonly simulation: Simulation,
  ) {
    super();
  }
}

@CommandHandler(SimulateChargeback)
export class SimulateChargebackHandler implements ICommandHandler<SimulateChargeback> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly payments: ChargedPaymentsQueries,
    private readonly reports: ChargebackReportsService,
    private readonly escrows: EscrowChargebacksService,
    private readonly limits: CountLimits,
    private readonly times: Times,
  ) {}

  /** INVALID_STATE where the chargeback has no such step, LIMIT_REACHED where the payment has too many. */
  async execute({ caller, simulation }: SimulateChargeback): Promise<Chargeback> {
    if (simulation.step === 'open') return this.open(caller, simulation);
    const { step, chargebackId } = simulation;
    const chargeback = await this.chargebacks.ofOwner(caller.ownerId, 'test', chargebackId ?? '');
    const now = await this.times.of(chargeback);
    if (step === 'accept' || step === 'contest') chargeback.respond(step, 'Simulated', now);
    else if (step === 'win') chargeback.win(now);
    else if (step === 'lose') chargeback.lose(now);
    else chargeback.reopen(chargeback.stage + 1, addSeconds(now, RESPOND_SECONDS));
    const { escrowId } = chargeback;
    if (escrowId !== null && (step === 'accept' || step === 'lose'))
      await this.escrows.takeBack(escrowId, now);
    this.chargebacks.save(chargeback);
    return chargeback;
  }

  /** Of the session or invoice that is named, or again of the payment of a chargeback. */
  private async open(caller: AppCaller, { paymentId, chargebackId, amountMinor }: Simulation) {
    const { ownerId, appId } = caller;
    const earlier =
      paymentId === null ? await this.chargebacks.ofOwner(ownerId, 'test', chargebackId ?? '') : null;
    const id = paymentId ?? earlier?.sessionId ?? earlier?.invoiceId ?? '';
    const payment = await this.payments.ofTest(ownerId, id);
    if (payment?.appId !== appId)
      throw (await this.payments.isOfTestApp(caller, id)) ? notPaidByCard() : notFound('Test session');
    await this.limits.require<{ chargebacks: number }>({
      lock: `test chargebacks of ${payment.paymentId}`,
      sql: 'SELECT count(*)::int AS chargebacks FROM chargebacks WHERE payment_id = $1',
      parameters: [payment.paymentId],
      limits: {
        chargebacks: { max: MAX_CHARGEBACKS, refusal: () => tooManyChargebacks(MAX_CHARGEBACKS) },
      },
    });
    const { charged } = payment.held ?? payment;
    const now = await this.times.of(payment);
    const claimed = amountMinor === null ? charged : new Money(amountMinor, charged.currency);
    const report = {
      id: `sim_${randomAlphanumeric(16)}`,
      gatewayTransactionId: payment.gatewayTransactionId,
      stage: 1,
      amountMinor: claimed.minor,
      currency: claimed.currency,
      claimed,
      status: 'opened' as const,
      words: 'simulated',
      reason: 'Goods not received',
      respondBy: addSeconds(now, RESPOND_SECONDS),
    };
    return this.reports.create(payment, GATEWAY, report, now);
  }
}
