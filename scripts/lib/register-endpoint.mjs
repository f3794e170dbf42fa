import { call } from './demo-api.mjs';
import { startReceiver } from './webhook-receiver.mjs';

/** Registers a receiver with one of the merchant's apps. `remove` deletes the endpoint. */
export async function registerEndpoint({ hosts }, token, appId, onEvent) {
  let secret;
  const receiver = await startReceiver(() => secret, onEvent);
  const endpoint = await call('POST', hosts.business, 'business.php?section=webhooks&action=create', {
    token,
    body: { app_id: appId, url: receiver.url },
  });
  secret = endpoint.secret;
  return {
    id: endpoint.id,
    url: receiver.url,
    remove: async () => {
      const query = `business.php?section=webhooks&action=delete&id=${endpoint.id}`;
      await call('DELETE', hosts.business, query, { token });
      await receiver.stop();
    },
  };
}
