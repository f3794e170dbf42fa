import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { addSeconds, notFound } from '@app/kernel';
import { ArrayContains, MoreThan, Repository } from 'typeorm';
import { Deposit, txRefOf } from './deposit.aggregate';

/** As long as an idempotency key is remembered. */
const REQUEST_KEY_SECONDS = 24 * 3600;

@Injectable()
export class DepositRepository extends AggregateStore<Deposit> {
  constructor(@InjectRepository(Deposit) rows: Repository<Deposit>, unit: UnitOfWork) {
    super(rows, unit);
  }

  async byId(id: string): Promise<Deposit> {
    const deposit = await this.findOneBy({ id });
    if (!deposit) throw notFound('Deposit');
    return deposit;
  }

  /** The deposit that `reference` names, itself or by one of its charges. */
  async byReference(reference: string): Promise<Deposit | null> {
    const txRef = txRefOf(reference);
    return txRef ? this.findOneBy({ txRef }) : null;
  }

  /** The same among the owner's own; throws NOT_FOUND for a deposit of another owner. */
  async ofOwner(ownerId: string, reference: string): Promise<Deposit> {
    const txRef = txRefOf(reference);
    const deposit = txRef && (await this.findOneBy({ ownerId, txRef }));
    if (!deposit) throw notFound('Deposit');
    return deposit;
  }

  /** The owner's deposit whose current charge has, or had in an earlier step, this gateway handle. */
  async byGwRef(ownerId: string, gwRef: string): Promise<Deposit> {
    const deposit = await this.findOneBy([
      { ownerId, gwRef },
      { ownerId, earlierGwRefs: ArrayContains([gwRef]) },
    ]);
    if (!deposit) throw notFound('Charge');
    return deposit;
  }

  /** The deposit whose current step this very request began before; its key is remembered as long as its answer would be. */
  async begunBy(ownerId: string, requestKey: string | null, now: Date): Promise<Deposit | null> {
    if (!requestKey) return null;
    const since = addSeconds(now, -REQUEST_KEY_SECONDS);
    return this.findOneBy({ ownerId, requestKey, attemptStartedAt: MoreThan(since) });
  }

  /** Those whose charge has to be asked about by now, the longest waiting first. */
  due(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('checkAt', now, limit);
  }
}
