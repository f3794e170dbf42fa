import { Injectable } from '@nestjs/common';
import { randomToken } from '@app/kernel';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { readAccountOrder, readMobileMoneyOrder, readTokenOrder, readUssdOrder } from './method-order.dto';
import { declinedFor, APPROVED, type SimulatedCharge } from './simulated-charge';
import { SimulatedAccountsStore } from './simulated-accounts.store';
import { SimulatedChargesStore } from './simulated-charges.store';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { ChargeSettlementService } from './charge-settlement.service';
import { behaviourOfPayer, behaviourOfPhone } from './test-phones.policy';
import { transactionView } from './transaction.view';

type Payload = Record<string, unknown>;

export const duplicateReference = () =>
  new SimulatorRefusal(400, 'This transaction reference is already paid');

/** Payments that the buyer completes on a phone or another page, and charges of saved cards. */
@Injectable()
export class MethodChargesService {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly accounts: SimulatedAccountsStore,
    private readonly outcomes: ChargeSettlementService,
  ) {}

  /** `type` is the protocol's name of the payment method. */
  charge(tenant: SimulatorTenant, type: unknown, payload: Payload): Promise<object> {
    switch (type) {
      case 'bank_transfer':
        return this.bankTransfer(tenant, payload);
      case 'ussd':
        return this.ussd(tenant, payload);
      case 'mobile_money_ghana':
      case 'mpesa':
        return this.mobileMoney(tenant, payload);
      default:
        throw new SimulatorRefusal(400, 'The simulator does not know this type of charge');
    }
  }

  async token(tenant: SimulatorTenant, payload: Payload): Promise<object> {
    const order = readTokenOrder(payload);
    const saved = await this.charges.byToken(tenant.mode, order.token);
    if (!saved) throw new SimulatorRefusal(400, 'No card is saved under this token');
    const { brand, last4, card_expiry: expiry } = saved;
    const card = { method: 'card', brand, last4, expiry } as const;
    const declined = await this.charges.declinedInRow(tenant.mode, order.email);
    const behaviour = behaviourOfPayer(order.email, declined);
    if (behaviour === 'step-up') {
      const challengeToken = randomToken(32);
      const waiting = await this.openCharge(tenant, {
        order,
        ...card,
        awaits: 'challenge',
        challengeToken,
        processorResponse: 'Waiting for the bank',
      });
      const authorization = { mode: 'redirect', redirect: pageOf(tenant, challengeToken) };
      return success('Charge initiated', transactionView(waiting), { authorization });
    }
    const charge = await this.openCharge(tenant, {
      order,
      ...card,
      awaits: null,
      processorResponse: 'Processing',
    });
    const verdict = behaviour === 'decline' ? declinedFor('Insufficient funds') : APPROVED;
    return success('Charge successful', transactionView(await this.outcomes.conclude(charge, verdict)));
  }

  private async bankTransfer(tenant: SimulatorTenant, payload: Payload): Promise<object> {
    const order = readAccountOrder(payload);
    const token = randomToken(32);
    const account = await this.accounts.openAccount(tenant.mode, order, token);
    if (!account) throw new SimulatorRefusal(400, 'This transaction reference has an account already');
    return success('Charge initiated', undefined, {
      authorization: {
        mode: 'banktransfer',
        transfer_reference: account.reference,
        transfer_account: account.account_number,
        transfer_bank: 'Simulated Bank',
        account_expiration: account.expires_at!.getTime(),
        transfer_note: `Transfer the exact amount to ${account.account_number}`,
        transfer_amount: payload.amount,
        simulate_url: pageOf(tenant, token),
      },
    });
  }

  private async ussd(tenant: SimulatorTenant, payload: Payload): Promise<object> {
    const order = readUssdOrder(payload);
    const challengeToken = randomToken(32);
    const charge = await this.openCharge(tenant, {
      order,
      method: 'ussd',
      awaits: 'buyer',
      challengeToken,
      processorResponse: 'Waiting for the code to be dialled',
    });
    return success(
      'Charge initiated',
      { ...transactionView(charge), payment_code: charge.id },
      {
        authorization: {
          mode: 'ussd',
          note: `*${order.bankCode}*000*${charge.id}#`,
          simulate_url: pageOf(tenant, challengeToken),
        },
      },
    );
  }

  private async mobileMoney(tenant: SimulatorTenant, payload: Payload): Promise<object> {
    const order = readMobileMoneyOrder(payload);
    const challengeToken = randomToken(32);
    const charge = await this.openCharge(tenant, {
      order,
      method: 'mobile_money',
      awaits: 'buyer',
      challengeToken,
      processorResponse: 'Waiting for the confirmation on the phone',
    });
    const page = pageOf(tenant, challengeToken);
    const behaviour = behaviourOfPhone(order.phone);
    if (behaviour === 'redirect') {
      return success('Charge initiated', transactionView(charge), {
        authorization: { mode: 'redirect', redirect: page },
      });
    }
    // The response says pending, because a buyer could not have reacted yet. The result follows as an event.
    if (behaviour !== 'wait') {
      const verdict = behaviour === 'approve' ? APPROVED : declinedFor('Insufficient funds');
      await this.outcomes.conclude(charge, verdict);
    }
    return success('Charge initiated', transactionView(charge), {
      authorization: { mode: 'callback', simulate_url: page },
    });
  }

  private async openCharge(
    { mode }: SimulatorTenant,
    charge: Omit<Parameters<SimulatedChargesStore['openCharge']>[0], 'mode'>,
  ): Promise<SimulatedCharge> {
    const opened = await this.charges.openCharge({ mode, ...charge });
    if (!opened) throw duplicateReference();
    return opened;
  }
}

/** Where a tester answers for the buyer. */
export function pageOf(tenant: SimulatorTenant, token: string): string {
  return `${tenant.challengeBaseUrl()}/challenge/${token}`;
}
