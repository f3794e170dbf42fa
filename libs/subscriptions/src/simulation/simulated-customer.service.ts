import { Injectable } from '@nestjs/common';
import { CardData } from '@app/charges';
import { OriginSessionsService, PayByCard, PayFromTestWallet } from '@app/checkout';
import type { AppCaller } from '@app/http';
import { DomainError } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { OpenSubscriptionPayment } from '../commands/open-subscription-payment';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import { authorisesNothing, nothingDue } from '../subscriptions/subscription.errors';
import { StopTestAutopay } from './commands/stop-test-autopay';
import type { SimulatedVerb } from './simulation.dto';

const TEST_PIN = '1234';
const APPROVED = '4000000000000000';
const DECLINED = '4000000000000010';

/** Plays the customer of a test subscription with the requests that a customer's browser sends. */
@Injectable()
export class SimulatedCustomerService {
  constructor(
    private readonly commands: Commands,
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly sessions: OriginSessionsService,
    private readonly cards: PayByCard,
  ) {}

  /** INVALID_STATE where the subscription has nothing to pay or to authorise. A declined card is no error. */
  async play(
    context: RequestContext,
    caller: AppCaller,
    subscriptionId: string,
    verb: SimulatedVerb,
  ): Promise<void> {
    if (verb === 'stop') return this.commands.execute(new StopTestAutopay(caller, subscriptionId));
    const { billingMode } = await this.subscriptions.ofOwner(caller, subscriptionId);
    if (verb === 'authorise' && billingMode === 'invoice') throw authorisesNothing();
    const session = await this.openSession(caller, subscriptionId);
    if (verb === 'authorise' && billingMode === 'wallet_auto')
      await this.commands.execute(new PayFromTestWallet(session.id, TEST_PIN));
    else await this.payByCard(context, caller, session.sessionId, verb === 'decline' ? DECLINED : APPROVED);
  }

  private async openSession(owner: AppCaller, subscriptionId: string) {
    await this.commands.execute(new OpenSubscriptionPayment({ owner, subscriptionId }));
    const invoice = await this.invoices.due(await this.subscriptions.ofOwner(owner, subscriptionId));
    const [open] = invoice ? await this.sessions.openOf(invoice.id) : [];
    if (!open) throw nothingDue();
    return open;
  }

  private async payByCard(context: RequestContext, caller: AppCaller, sessionId: string, number: string) {
    const card = new CardData({ number, expiryMonth: '12', expiryYear: '2099', cvv: '123' });
    try {
      await this.cards.pay(context, { caller, address: null }, { sessionId, card });
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'CARD_DECLINED')) throw error;
    }
  }
}
