import { Body, Controller, Inject } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf } from '@app/http';
import { PageForm, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { Commands } from '@app/write-path';
import { OpenSubscriptionPayment } from '../commands/open-subscription-payment';
import { OwnSubscriptionReaderService } from '../customers/own-subscription-reader.service';
import { RemoveCard } from '../cards/commands/remove-card';
import { CancelSubscription } from '../commands/cancel-subscription';
import { ResumeSubscription } from '../commands/resume-subscription';
import type { SubscriptionRequester } from '../subscriptions/subscription-access.service';
import { CancelForm } from './page.dto';
import { subscriptionPage } from './subscription.page';

/** Its forms send one small field. */
const RATE = { rate: 'create-public' } as const;

/**
 * The page of a subscription for its customer, who needs no account: the signed token in its address is the credential.
 * Forms are answered with a redirect.
 */
@Controller('subscription/:token')
export class SubscriptionPageController {
  constructor(
    private readonly own: OwnSubscriptionReaderService,
    private readonly commands: Commands,
    private readonly replies: PageRepliesService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @PageGet('', { summary: 'The page on which a customer sees and changes a subscription' })
  async show(@Visit() visit: PageVisit): Promise<string> {
    const shown = await this.own.withInvoices(this.holderOf(visit));
    return subscriptionPage({ ...this.replies.begin(visit, { hasForms: true }), ...shown });
  }

  @PageForm('cancel', { ...RATE, summary: 'The customer cancels the subscription' })
  cancel(@Visit() visit: PageVisit, @Body() { when }: CancelForm): Promise<string> {
    const command = new CancelSubscription(this.holderOf(visit), when === 'period_end');
    return this.replies.carryOut(command, visit);
  }

  @PageForm('resume', { ...RATE, summary: 'The customer undoes a scheduled cancellation' })
  resume(@Visit() visit: PageVisit): Promise<string> {
    return this.replies.carryOut(new ResumeSubscription(this.holderOf(visit)), visit);
  }

  @PageForm('replace-card', { ...RATE, summary: 'The customer removes the saved card, to use another one' })
  replaceCard(@Visit() visit: PageVisit): Promise<string> {
    return this.replies.carryOut(new RemoveCard(this.holderOf(visit)), visit);
  }

  /** Redirects to the session that pays the unpaid invoice. */
  @PageForm('pay', { ...RATE, summary: 'Opens or continues the payment of the unpaid invoice' })
  async pay(@Visit() visit: PageVisit): Promise<string> {
    const session = await this.commands.execute(new OpenSubscriptionPayment(this.holderOf(visit)));
    return this.replies.redirect(visit, visit.inLanguage(session ?? visit.path));
  }

  private holderOf({ token: pageToken }: PageVisit): SubscriptionRequester {
    return { pageToken, mode: modeOf(this.host) };
  }
}
