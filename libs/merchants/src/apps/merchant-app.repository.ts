import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { assertCapability, type UserCaller } from '@app/http';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Clock, isUuid, notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { MerchantApp } from './merchant-app.aggregate';

@Injectable()
export class MerchantAppRepository extends AggregateStore<MerchantApp> {
  constructor(
    @InjectRepository(MerchantApp) rows: Repository<MerchantApp>,
    unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super(rows, unit);
  }

  /** Stages the end of all apps of an account. */
  revokeAll(ownerId: string): void {
    this.unit.stage({
      sql: `UPDATE merchant_apps SET revoked_at = $2, version = version + 1
             WHERE owner_id = $1 AND revoked_at IS NULL`,
      parameters: [ownerId, this.clock.now()],
    });
  }

  async ownedBy(ownerId: string, id: string): Promise<MerchantApp> {
    const app = isUuid(id) ? await this.findOneBy({ id, ownerId }) : null;
    if (!app) throw notFound('App');
    return app;
  }

  /** An app of the account that the caller acts for. Throws FORBIDDEN for a live one where the caller's role has test apps only. */
  async managedBy(caller: UserCaller, id: string): Promise<MerchantApp> {
    const app = await this.ownedBy(caller.accountId, id);
    if (app.mode === 'live') assertCapability(caller, 'apps:live');
    return app;
  }
}
