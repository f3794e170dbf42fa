import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { ApiKeysService } from '../api-keys.service';
import { MerchantAppRepository } from '../merchant-app.repository';

/** Ends an app for good: all its keys at once, and deliveries to its endpoints. */
export class RevokeApp extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly appId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeApp)
export class RevokeAppHandler implements ICommandHandler<RevokeApp> {
  constructor(
    private readonly apps: MerchantAppRepository,
    private readonly keys: ApiKeysService,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, appId }: RevokeApp): Promise<void> {
    const app = await this.apps.managedBy(caller, appId);
    app.revoke(this.clock.now());
    this.apps.save(app);
    this.keys.end(app);
  }
}
