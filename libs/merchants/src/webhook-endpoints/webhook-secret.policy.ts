/** What the vault seals endpoints' signing secrets for. */
export const WEBHOOK_SECRET = 'webhook-secret';
