import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CardToken } from '@app/charges';
import { Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { SavedCard } from './saved-card.aggregate';

const PURPOSE = 'card token';

/** Cards of subscriptions, with their tokens sealed. */
@Injectable()
export class SavedCardRepository extends AggregateStore<SavedCard> {
  private readonly withId = this.loaderBy('id');

  constructor(
    @InjectRepository(SavedCard) rows: Repository<SavedCard>,
    unit: UnitOfWork,
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    super(rows, unit);
    sealedColumns.register({ table: 'saved_cards', column: 'token_sealed', purpose: PURPOSE });
  }

  async byId(id: string): Promise<SavedCard> {
    const card = await this.withId.read(id);
    if (!card) throw new Error(`saved card ${id} does not exist`);
    return card;
  }

  seal(id: string, token: CardToken): Buffer {
    return this.vault.seal(token.reveal(), PURPOSE, id);
  }

  /** Null once it is erased. */
  tokenOf({ id, tokenSealed }: SavedCard): CardToken | null {
    return tokenSealed && new CardToken(this.vault.unseal(tokenSealed, PURPOSE, id));
  }

  /** Stages the erasure of all tokens of a merchant, whose subscriptions keep no card. */
  eraseOf(ownerId: string, at: Date): void {
    this.unit.stage({
      sql: `UPDATE subscriptions SET saved_card_id = NULL, version = version + 1 WHERE owner_id = $1 AND saved_card_id IS NOT NULL`,
      parameters: [ownerId],
    });
    this.unit.stage({
      sql: `UPDATE saved_cards SET token_sealed = NULL, erased_at = $2::timestamptz, version = version + 1 WHERE owner_id = $1 AND erased_at IS NULL`,
      parameters: [ownerId, at],
    });
  }
}
