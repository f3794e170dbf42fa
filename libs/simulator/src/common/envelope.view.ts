/** A successful response of the protocol. */
export function success(message: string, data: unknown, meta?: object) {
  return { status: 'success', message, data, ...(meta ? { meta } : {}) };
}

/** An error response of the protocol. */
export function refusal(message: string) {
  return { status: 'error', message, data: null };
}

/** An error that ends a request. The filter writes it. */
export class SimulatorRefusal extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message);
  }
}
