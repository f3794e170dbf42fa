/** A successful answer of the protocol. */
export function success(message: string, data: unknown, meta?: object) {
  return { status: 'success', message, data, ...(meta ? { meta } : {}) };
}

/** A refusal in the protocol's envelope; the filter writes it. */
export class SimulatorRefusal extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message);
  }
}
