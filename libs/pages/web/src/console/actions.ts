/**
 * The calls of the console by what they do: the action on the business host, and the one for objects of test mode on the
 * sandbox. A single name is an action of the business host in both modes; null: none in that mode.
 */
export const ACTIONS = {
  payments: ['business.php:payments/list', 'sessions.php:list'],
  payment: ['business.php:payments/detail', 'sessions.php:'],
  refund: ['business.php:payments/refund', 'sessions.php:refund'],
  expirePayment: [null, 'sessions.php:expire'],
  clock: [null, 'test-clock.php:now'],
  revenue: ['analytics.php:revenue-chart', null],
  createApp: 'business.php:apps/create',
  me: 'auth.php:me',
  testMe: [null, 'auth.php:me'],
  accounts: 'auth.php:accounts',
  register: 'auth.php:register',
  verifyEmail: 'auth.php:verify-email',
  resendCode: 'auth.php:resend-otp',
  stepUp: 'auth.php:step-up',
  setPin: 'settings.php:set-pin',
} as const satisfies Record<string, string | readonly [live: string | null, test: string | null]>;

export type ActionName = keyof typeof ACTIONS;
