import { type CardChargeResult, GatewayOutcomeUnknown, GatewayRejected } from '@app/charges';

/** Commands know what was heard of the gateway, and not the gateway. */
export type { GatewayTransaction } from '@app/charges';

/**
 * What one request to the gateway came to. `unknown`: nobody can say, it has to be asked for.
 * `rejected`: the gateway did not take the request at all; `reason` is its own, made safe to show.
 */
export type ChargeOutcome = CardChargeResult | { kind: 'unknown' } | { kind: 'rejected'; reason: string };

/** Sends once, whatever happens, and turns the gateway's exceptions into outcomes. */
export async function outcomeOf(send: () => Promise<CardChargeResult>): Promise<ChargeOutcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof GatewayRejected) return { kind: 'rejected', reason: error.message };
    if (error instanceof GatewayOutcomeUnknown) return { kind: 'unknown' };
    throw error;
  }
}
