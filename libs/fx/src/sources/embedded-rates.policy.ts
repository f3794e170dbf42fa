/** Units per US dollar the product ships with, so that it works without an account anywhere. Not a market feed. */
export const EMBEDDED_RATES = {
  base: 'USD',
  rates: {
    NGN: '1452.80',
    GBP: '0.7605',
    EUR: '0.8634',
    GHS: '11.05',
    KES: '129.35',
    ZAR: '17.2145',
    CAD: '1.4030',
  },
};
