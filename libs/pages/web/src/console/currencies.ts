/** Those of the platform. */
export const CURRENCIES = ['NGN', 'GHS', 'KES', 'ZAR', 'GBP', 'USD', 'CAD', 'EUR'] as const;
