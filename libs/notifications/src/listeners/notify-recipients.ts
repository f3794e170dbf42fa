import { EventsHandler } from '@nestjs/cqrs';
import { type Language, type MailRecipient, mailRecipientsById } from '@app/accounts';
import { DomainEvent } from '@app/kernel';
import { AfterCommitBatch, type AfterCommitBatchHandler, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { InboxService, type NewNotification } from '../inbox/inbox.service';
import { MailQueueService, type NewMail } from '../mail/mail-queue.service';
import { type Facts, factsAsJson } from '../templates/facts';
import type { Addressee, NotificationTemplate } from '../templates/notification-template';
import { render } from '../templates/render';
import { templatesOf } from '../templates/template-registry';

/** For readers without an account, and so without a preference. */
const DEFAULT_LANGUAGE: Language = 'en';

/** One notification of an event for one addressee. */
interface AddressedNotification {
  event: StoredEvent;
  template: NotificationTemplate;
  facts: Facts;
  to: Addressee;
}

/**
 * Adds notifications and due mails in the transaction that marks their events as handled, so that each is added
 * once.
 */
@EventsHandler(DomainEvent)
@AfterCommitBatch('notify-recipients')
export class NotifyRecipients implements AfterCommitBatchHandler {
  constructor(
    private readonly inbox: InboxService,
    private readonly mails: MailQueueService,
  ) {}

  async handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    const addressed: AddressedNotification[] = [];
    for (const event of events) {
      for (const template of templatesOf(event)) addressed.push(...(await addressedOf(template, event, tx)));
    }
    if (addressed.length === 0) return;
    const ids = addressed.flatMap(({ to }) => accountOf(to) ?? []);
    const accounts = await mailRecipientsById(tx, [...new Set(ids)]);
    const notifications: NewNotification[] = [];
    const mails: NewMail[] = [];
    const limited: (NewMail & { mailsPerDay: number })[] = [];
    for (const one of addressed) {
      if ('email' in one.to) {
        const about = accounts.get(one.to.account ?? '');
        const language = one.to.language ?? about?.preferences.language ?? DEFAULT_LANGUAGE;
        mails.push(mailOf(one, one.to.email, language));
        continue;
      }
      const account = accounts.get(one.to.ownerId);
      if (!account) continue;
      if (one.template.inbox) notifications.push(notificationOf(one, account));
      if (wantsMail(account, one.template)) {
        const { mailsPerDay } = one.template;
        const mail = mailOf(one, account.email, account.preferences.language);
        if (mailsPerDay === undefined) mails.push(mail);
        else limited.push({ ...mail, mailsPerDay });
      }
    }
    if (notifications.length > 0) await this.inbox.add(tx, notifications);
    if (limited.length > 0) mails.push(...(await this.mails.withinDay(tx, limited)));
    if (mails.length > 0) await this.mails.add(tx, mails);
  }
}

function accountOf(to: Addressee): string | null {
  return 'ownerId' in to ? to.ownerId : (to.account ?? null);
}

async function addressedOf(
  template: NotificationTemplate,
  event: StoredEvent,
  tx: PoolClient,
): Promise<AddressedNotification[]> {
  const addressees = await template.addressees(event, tx);
  if (addressees.length === 0) return [];
  const facts = await template.facts(event, tx);
  return addressees.map((to) => ({ event, template, facts, to }));
}

function notificationOf(
  { event, template, facts }: AddressedNotification,
  account: MailRecipient,
): NewNotification {
  const { title, body } = render(template, facts, account.preferences.language, 'inbox');
  return {
    ownerId: account.id,
    eventId: event.id,
    type: template.type,
    title,
    body,
    data: factsAsJson(facts),
    at: event.createdAt,
  };
}

function mailOf(
  { event, template, facts, to }: AddressedNotification,
  recipient: string,
  language: Language,
): NewMail {
  return {
    eventId: event.id,
    type: template.type,
    ownerId: accountOf(to),
    businessId:
      template.hasBrand && !('ownerId' in to && to.ownerId === event.ownerId) ? event.ownerId : null,
    recipient,
    language,
    facts,
    expiresAt: template.expiresAt?.(event) ?? null,
  };
}

/**
 * Whether to send a mail. An address that is not verified may be a stranger's, so it gets no mail about money.
 */
function wantsMail(
  { emailVerified, preferences }: MailRecipient,
  { mail, toUnverified }: NotificationTemplate,
): boolean {
  if (mail === 'none' || !(emailVerified || toUnverified)) return false;
  return mail === 'essential' || (preferences.email_notifications && preferences[mail]);
}
