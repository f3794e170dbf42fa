import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import type { AppSettings } from '../merchant-app.aggregate';
import { MerchantAppRepository } from '../merchant-app.repository';

/** Changes what an app may do. It holds from the next request on. */
export class UpdateApp extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly appId: string,
    readonly changes: Partial<AppSettings>,
  ) {
    super();
  }
}

@CommandHandler(UpdateApp)
export class UpdateAppHandler implements ICommandHandler<UpdateApp> {
  constructor(private readonly apps: MerchantAppRepository) {}

  async execute({ caller, appId, changes }: UpdateApp): Promise<void> {
    const app = await this.apps.managedBy(caller, appId);
    app.change(changes);
    this.apps.save(app);
  }
}
