import type { Language, MailPreference } from '@app/accounts';
import type { StoredEvent } from '@app/write-path';
import type { DomainEvent, DomainEventClass } from '@app/kernel';
import type { PoolClient } from 'pg';
import type { BodyText, LabelName, TemplateType } from '../locales/texts';
import type { Facts, FormattedFacts } from './facts';

/**
 * Receives a notification: an account, or an e-mail address. `account` is the one that the mail to an address is about, in
 * whose language it is written unless another one is named.
 */
export type Addressee = { ownerId: string } | { email: string; account?: string; language?: Language };

/** How an event is reported to its recipients. The texts are in the locale files, under `type`. */
interface Definition<Event, T extends TemplateType, F extends Facts> {
  /** Name on the wire. */
  type: T;
  /** Sent for events in test mode too. */
  inTestMode?: boolean;
  addressees(event: Event, tx: PoolClient): Addressee[] | Promise<Addressee[]>;
  /** Values of the placeholders; the inbox answers with them as `data`. */
  facts(event: Event, tx: PoolClient): F | Promise<F>;
  /** Whether it is listed among the notifications of an account. */
  inbox: boolean;
  /** `essential` is always sent; a preference switches the rest. */
  mail: 'none' | 'essential' | MailPreference;
  /** At most so many mails of the type go to one account in a day, because others cause them; its list has all. */
  mailsPerDay?: number;
  /** Mails to others than the account of the event, a business, have its brand. */
  hasBrand?: boolean;
  /** Mailed to an address that is not verified, too. */
  toUnverified?: boolean;
  /** The code or link in the mail. It is derived from an id among the facts when the mail is sent. */
  action?:
    | 'email-code'
    | 'password-reset'
    | 'team-invitation'
    | 'escrow-portal'
    | 'refund-account'
    | 'invoice'
    | 'invoice-reminder'
    | 'subscription'
    | 'subscription-payment';
  /** Whether the mail has the link that freezes the account; by default in types that begin with `security.`. */
  notMe?: boolean;
  /** When the mail becomes useless; ISO 8601. */
  expiresAt?(event: Event): string;
  /** The texts that make up the body, in their order; `body` alone where this is missing. */
  body?(facts: FormattedFacts<F>): readonly BodyText<T>[];
  /** The table below the body of a mail. A row without a value is left out. */
  rows?(facts: FormattedFacts<F>): readonly Row[];
}

export type Row = readonly [label: LabelName, value: string];

export interface NotificationTemplate extends Omit<Definition<StoredEvent, TemplateType, Facts>, 'body'> {
  /** Stored type of the event that it reports. */
  eventType: string;
  body?(facts: FormattedFacts): readonly string[];
}

/** Declares what is sent when an event of this class is committed. */
export function template<E extends DomainEvent, T extends TemplateType, F extends Facts>(
  event: DomainEventClass<E>,
  definition: Definition<StoredEvent<E>, T, F>,
): NotificationTemplate {
  return { ...definition, eventType: event.type };
}
