/** A text message ready to leave. */
export interface Sms {
  id: string;
  /** E.164. */
  to: string;
  text: string;
  /** The provider gives up after this time, because the code in it has run out. */
  validSeconds: number;
}

/**
 * Why a message was not sent. `refused`: the number will never be accepted. `deferred`: the message may be accepted
 * later. The message of the error names no number and no text.
 */
export class SmsFailure extends Error {
  constructor(
    readonly kind: 'refused' | 'deferred',
    message: string,
  ) {
    super(message);
    this.name = 'SmsFailure';
  }
}

/** Sends text messages. Must be called with no transaction open. */
export abstract class SmsSender {
  /** Resolves with the provider's id of the accepted message. Throws `SmsFailure`, at the latest at its time limit. */
  abstract send(sms: Sms): Promise<string>;

  abstract close(): Promise<void>;
}
