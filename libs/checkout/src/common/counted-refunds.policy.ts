/** SQL: whether a refund of table `r` counts for what its merchant has refunded: it has neither failed nor come back. */
export const isCountedRefund = (r: string): string =>
  `(${r}.source = 'merchant' AND ${r}.status <> 'failed' AND ${r}.returned_at IS NULL)`;

/** Units of work that refund or charge back the same payment commit one after another. */
export const paymentLock = (paymentId: string): string => `refunds of ${paymentId}`;
