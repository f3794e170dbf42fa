import { Credentials, type CredentialOptions } from './credentials.js';
import { Resources, type WebhooksResource } from './generated/resources.js';
import { Transport, type TransportOptions } from './transport.js';
import { constructEvent } from './webhooks.js';

export interface PaymentsOptions extends CredentialOptions, TransportOptions {}

/**
 * The client of the API, with a resource for each file of it and a method for each action. Keep one for all requests.
 *
 * @example
 * const pay = new Payments({ secretKey: process.env.SECRET_KEY, hosts: { sandbox: 'http://127.0.0.1:3003' } });
 * const session = await pay.sessions.create({ amount: 2500 }, { idempotencyKey: order.id });
 */
export class Payments extends Resources {
  declare readonly webhooks: WebhooksResource & {
    /** Verifies a webhook and returns its event. Throws `SignatureError` with the reason. */
    constructEvent: typeof constructEvent;
  };

  /** Throws where a credential or an address is malformed. */
  constructor({ timeout, maxRetries, ...credentials }: PaymentsOptions) {
    const transport = new Transport(new Credentials(credentials), { timeout, maxRetries });
    super((operation, input, options) => transport.send(operation, input, options));
    this.webhooks.constructEvent = constructEvent;
  }
}
