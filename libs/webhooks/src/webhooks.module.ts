import { type DynamicModule, Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { DeliverySender } from './delivery-sender';
import { SendTestPing } from './flows/send-test-ping';

/** What an API host needs of webhooks: the test ping. `EndpointDirectory` comes from `imports`. */
@Module({})
export class WebhooksModule {
  static with(imports: NonNullable<DynamicModule['imports']>): DynamicModule {
    return {
      module: WebhooksModule,
      imports: [EgressModule, ...imports],
      providers: [DeliverySender, SendTestPing],
      exports: [SendTestPing],
    };
  }
}
