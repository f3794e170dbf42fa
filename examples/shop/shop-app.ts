/** Where the shop's server receives webhooks, on the host of its mode. The seed registers it with the demo merchant. */
export const HOOKS_PATH = '/demo/hooks';
