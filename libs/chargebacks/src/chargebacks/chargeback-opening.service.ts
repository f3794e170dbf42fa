import { Inject, Injectable } from '@nestjs/common';
import { isCountedRefund, paymentLock } from '@app/checkout';
import type { ReportedChargeback } from '@app/charges';
import { POSTGRES_POOL } from '@app/database';
import { FxService } from '@app/fx';
import { Money } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { Chargeback } from './chargeback.aggregate';
import { ChargebackAlertsStore } from './chargeback-alerts.store';
import { chargebackAmounts, chargebackCost, type ChargedPayment } from './chargeback-amount.policy';
import { escrowLock } from './escrow-lock.policy';

/** Shares of the payment in `$1` that were refunded or charged back. */
const SO_FAR = `
  SELECT coalesce(sum(face), 0) AS face, coalesce(sum(charge), 0) AS charge
    FROM (SELECT face_minor AS face, charge_minor AS charge FROM refunds WHERE payment_id = $1 AND ${isCountedRefund('refunds')}
          UNION ALL
          SELECT face_minor, charge_minor FROM chargebacks WHERE payment_id = $1 AND status <> 'won') gone`;

/** What a report has once it makes sense. */
export type ClearReport = ReportedChargeback & { claimed: Money };

/** Opens chargebacks: the one way in which one is created. */
@Injectable()
export class ChargebackOpeningService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly alerts: ChargebackAlertsStore,
    private readonly wallets: WalletAccountsService,
    private readonly fx: FxService,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * Makes the chargeback of a payment, which the caller stages. The commit starts over where refunds or other chargebacks
   * change first what is left, and is refused for funds where the balance falls first.
   */
  async open(payment: ChargedPayment, gateway: string, report: ClearReport, now: Date): Promise<Chargeback> {
    const { claimed } = report;
    const soFar = await this.soFar(payment);
    const { held } = payment;
    // An escrow pays the whole or nothing: a part is taken from the owner, as of any payment.
    const escrow = held && soFar.returned.isZero && claimed.compare(held.charged) >= 0 ? held : null;
    const { face, charged } = escrow ?? payment;
    const amounts = chargebackAmounts({ face, charged, ...soFar }, claimed);
    this.guard(payment, soFar);
    const debited = escrow ? Money.zero(face.currency) : await this.costOf(amounts);
    const { accountId, owed } = await this.walletOf(payment, debited);
    const { id: providerId, stage, reason, respondBy } = report;
    const money = { claimed, ...amounts, debited, owed, accountId, paid: charged };
    const escrowId = escrow && escrow.escrowId;
    const chargeback = new Chargeback(
      { payment, gateway, providerId, stage, ...money, escrowId, reason, respondBy },
      now,
    );
    if (!chargeback.excess.isZero && payment.mode === 'live') await this.alertOfExcess(chargeback);
    return chargeback;
  }

  private async soFar({ paymentId, face, charged }: ChargedPayment) {
    const { rows } = await this.pool.query<{ face: string; charge: string }>(SO_FAR, [paymentId]);
    return {
      returnedFace: new Money(BigInt(rows[0]!.face), face.currency),
      returned: new Money(BigInt(rows[0]!.charge), charged.currency),
    };
  }

  private async costOf(amounts: ReturnType<typeof chargebackAmounts>): Promise<Money> {
    const { charge, face } = amounts;
    const isConverted = charge.currency !== face.currency;
    const rate = isConverted ? await this.fx.checkoutRate(charge.currency, face.currency) : null;
    return chargebackCost(amounts, rate);
  }

  /** The wallet, and what its balance does not cover: all of it where the account is frozen or closed. */
  private async walletOf({ ownerId, mode }: ChargedPayment, debited: Money) {
    if (mode === 'test') return { accountId: null, owed: Money.zero(debited.currency) };
    const { accountId } = (await this.wallets.prepareWallet(ownerId, debited.currency)).apply();
    const available = await this.availableIn(accountId, debited.currency);
    const owed = available.compare(debited) < 0 ? debited.minus(available) : Money.zero(debited.currency);
    return { accountId, owed };
  }

  private async availableIn(accountId: string, currency: Money['currency']): Promise<Money> {
    const { rows } = await this.pool.query<{ minor: string }>(
      `SELECT b.balance_minor AS minor FROM ledger.balances b
        WHERE b.account_id = $1 AND NOT b.frozen AND NOT b.owner_frozen`,
      [accountId],
    );
    return new Money(BigInt(rows[0]?.minor ?? 0), currency);
  }

  private guard(
    { paymentId, sessionId, held }: ChargedPayment,
    soFar: { returnedFace: Money; returned: Money },
  ): void {
    this.unit.lock(paymentLock(paymentId));
    if (sessionId !== null) this.unit.lock(escrowLock(sessionId));
    this.unit.stage({
      sql: `SELECT 1 FROM (${SO_FAR}) so_far WHERE face = $2 AND charge = $3
               AND NOT EXISTS (SELECT 1 FROM escrows WHERE checkout_session_id = $4
                                  AND (status IN ('funded', 'disputed')) <> $5)`,
      parameters: [paymentId, soFar.returnedFace.minor, soFar.returned.minor, sessionId, held !== null],
      expectedRows: 1,
    });
  }

  /** Finance contests what is beyond the payment with its refunds. */
  private alertOfExcess(chargeback: Chargeback): Promise<void> {
    const { gateway, providerId, stage, excess } = chargeback;
    const detail = `${excess.text} ${excess.currency} more are demanded than is left of the payment`;
    return this.alerts.raise({ cause: 'beyond-payment', gateway, providerId, stage, detail, chargeback });
  }
}
