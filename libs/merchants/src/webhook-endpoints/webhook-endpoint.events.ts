import { DomainEvent } from '@app/kernel';

export interface EndpointFailure {
  endpointId: string;
  appId: string;
  url: string;
  /** ISO 8601: the first of the tries that have all failed since. */
  failingSince: string;
}

/** An endpoint has done nothing but fail for a day. Recorded once per time of failing. */
export class WebhookEndpointFailing extends DomainEvent<EndpointFailure> {
  static override readonly type = 'webhook-endpoint.failing';
}

/** The service has disabled an endpoint that had done nothing but fail for five days. */
export class WebhookEndpointDisabled extends DomainEvent<EndpointFailure> {
  static override readonly type = 'webhook-endpoint.disabled';
}

/** A disabled endpoint gets deliveries again, and starts with a clean record. */
export class WebhookEndpointEnabled extends DomainEvent<{ endpointId: string }> {
  static override readonly type = 'webhook-endpoint.enabled';
}
