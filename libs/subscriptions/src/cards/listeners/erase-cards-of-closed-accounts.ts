import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { SavedCardRepository } from '../../mandates/saved-card.repository';

/** Tokens are erased when the account of their merchant is closed. */
@EventsHandler(AccountClosed)
@InTransaction()
export class EraseCardsOfClosedAccounts implements IEventHandler<AccountClosed> {
  constructor(private readonly cards: SavedCardRepository) {}

  handle({ data: { userId, at } }: AccountClosed): void {
    this.cards.eraseOf(userId, new Date(at));
  }
}
