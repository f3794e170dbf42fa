import { Injectable } from '@nestjs/common';
import { type MailRecipient, mailRecipientsById, type Language } from '@app/accounts';
import { AfterCommits, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { Inbox, type NewNotification } from '../inbox';
import { MailQueue, type NewMail } from '../mail-queue';
import { type Addressee, dataOf, type Facts, type Notice, wordsOf } from '../notice';
import { noticesOf } from '../notices';

const STRANGERS_LANGUAGE: Language = 'en';

/** A notice of an event, for one addressee. */
interface Told {
  event: StoredEvent;
  notice: Notice;
  facts: Facts;
  to: Addressee;
}

/** Tells people of events, in the transaction that marks those as heard: each notice once. */
@Injectable()
export class WhenAnythingHappens {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: MailQueue,
  ) {}

  @AfterCommits()
  async tell(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    const told: Told[] = [];
    for (const event of events) {
      for (const notice of noticesOf(event)) told.push(...(await toldOf(notice, event, tx)));
    }
    if (told.length === 0) return;
    const ids = told.flatMap(({ to }) => ('ownerId' in to ? [to.ownerId] : []));
    const accounts = await mailRecipientsById(tx, [...new Set(ids)]);
    const notifications: NewNotification[] = [];
    const mails: NewMail[] = [];
    for (const one of told) {
      if ('email' in one.to) {
        mails.push(mailOf(one, one.to.email, STRANGERS_LANGUAGE));
        continue;
      }
      const account = accounts.get(one.to.ownerId);
      if (!account) continue;
      if (one.notice.inbox) notifications.push(notificationOf(one, account));
      if (wantsMail(account, one.notice))
        mails.push(mailOf(one, account.email, account.preferences.language));
    }
    if (notifications.length > 0) await this.inbox.add(tx, notifications);
    if (mails.length > 0) await this.mails.add(tx, mails);
  }
}

async function toldOf(notice: Notice, event: StoredEvent, tx: PoolClient): Promise<Told[]> {
  const addressees = await notice.to(event, tx);
  if (addressees.length === 0) return [];
  const facts = await notice.facts(event, tx);
  return addressees.map((to) => ({ event, notice, facts, to }));
}

function notificationOf({ event, notice, facts }: Told, account: MailRecipient): NewNotification {
  const { language } = account.preferences;
  const { title, body } = notice.text[language](wordsOf(facts, language, 'inbox'));
  return {
    ...{ ownerId: account.id, eventId: event.id, type: notice.type, title, body },
    ...{ data: dataOf(facts), at: event.createdAt },
  };
}

function mailOf({ event, notice, facts, to }: Told, recipient: string, language: Language): NewMail {
  return {
    ...{ eventId: event.id, type: notice.type, recipient, language, facts },
    ownerId: 'ownerId' in to ? to.ownerId : null,
    expiresAt: notice.expiresAt?.(event) ?? null,
  };
}

/** An address nobody has proved may be a stranger's: it gets what proves it, and nothing about money. */
function wantsMail({ emailVerified, preferences }: MailRecipient, { mail, toUnproved }: Notice): boolean {
  if (mail === 'none' || !(emailVerified || toUnproved)) return false;
  return mail === 'essential' || (preferences.email_notifications && preferences[mail]);
}
