import { type EndpointFailure, WebhookEndpointDisabled, WebhookEndpointFailing } from '@app/merchants';
import { owner } from './addressees.queries';
import { instant } from './facts';
import { template } from './notification-template';

const failure = (data: EndpointFailure) => ({
  endpoint_id: data.endpointId,
  app_id: data.appId,
  url: data.url,
  failing_since: instant(data.failingSince),
});

export const WEBHOOK_TEMPLATES = [
  template(WebhookEndpointFailing, {
    type: 'webhook.failing',
    inTestMode: true,
    addressees: owner,
    facts: ({ data }) => failure(data),
    inbox: true,
    mail: 'email_developers',
  }),
  template(WebhookEndpointDisabled, {
    type: 'webhook.disabled',
    inTestMode: true,
    addressees: owner,
    facts: ({ data }) => failure(data),
    inbox: true,
    mail: 'email_developers',
  }),
];
