import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { ApiKeysService, type SecretKeys } from '../api-keys.service';
import { MerchantAppRepository } from '../merchant-app.repository';

export interface RotatedSecret extends SecretKeys {
  oldKeyExpiresAt: Date;
}

/**
 * Gives an app a new secret key; the one before works until its grace ends. At most two work at a time: whatever was
 * in grace already ends.
 */
export class RotateSecret extends Command<RotatedSecret> {
  constructor(
    readonly caller: UserCaller,
    readonly appId: string,
    readonly graceHours: number,
  ) {
    super();
  }
}

@CommandHandler(RotateSecret)
export class RotateSecretHandler implements ICommandHandler<RotateSecret> {
  constructor(
    private readonly apps: MerchantAppRepository,
    private readonly keys: ApiKeysService,
  ) {}

  async execute({ caller, appId, graceHours }: RotateSecret): Promise<RotatedSecret> {
    const app = await this.apps.managedBy(caller, appId);
    app.assertNotRevoked();
    // Two rotations at once: the guarded save makes the second start over, after the first.
    this.apps.save(app);
    const oldKeyExpiresAt = await this.keys.retireSecrets(app, graceHours * 3600);
    return { ...this.keys.issueSecrets(app), oldKeyExpiresAt };
  }
}
