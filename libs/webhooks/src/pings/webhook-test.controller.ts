import { Body } from '@nestjs/common';
import { By, type Caller, PostAction, Uuid, WireController } from '@app/http';
import { SendTestPing, type TestPingResult } from './flows/send-test-ping';

export class TestWebhook {
  @Uuid()
  id: string;
}

/** `business.php?section=webhooks&action=test`. */
@WireController('business.php')
export class WebhookTestController {
  constructor(private readonly pings: SendTestPing) {}

  @PostAction('webhooks/test', {
    summary: 'Send a signed test.ping to an endpoint and report what it answered',
    credentials: ['session', 'secret-key'],
    team: 'webhooks',
    scope: 'webhooks:manage',
    rate: 'inquiry',
    refusals: ['NOT_FOUND'],
  })
  test(@Body() { id }: TestWebhook, @By() caller: Caller): Promise<TestPingResult> {
    return this.pings.send(caller, id);
  }
}
