/** A successful answer of the protocol. */
export function success(message: string, data: unknown, meta?: object) {
  return { status: 'success', message, data, ...(meta ? { meta } : {}) };
}

/** A refusal of the protocol. */
export function refusal(message: string) {
  return { status: 'error', message, data: null };
}

/** A refusal that ends a request; the filter writes it. */
export class SimulatorRefusal extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message);
  }
}
