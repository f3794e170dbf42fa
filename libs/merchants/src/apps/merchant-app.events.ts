import { DomainEvent } from '@app/kernel';

/** The owner of an app ended it. */
export class AppRevoked extends DomainEvent<{ appName: string }> {
  static override readonly type = 'app.revoked';
}
