import { DomainEvent } from '@app/kernel';

/** Many cards were declined in the sessions of one key: strangers may be trying out stolen cards. */
export class ManyCardsDeclined extends DomainEvent<{
  appId: string;
  /** The key that opened the sessions. */
  key: 'secret-key' | 'public-key';
  /** Declined in the last ten minutes. */
  declined: number;
}> {
  static override readonly type = 'charges.many-cards-declined';
}
