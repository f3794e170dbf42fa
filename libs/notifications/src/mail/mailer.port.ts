/** A mail ready to leave. */
export interface Mail {
  /** The same each time this mail is sent, so that receivers can drop duplicates; becomes the Message-ID. */
  id: string;
  /** Type of the notification, e.g. `payment.receipt`. */
  type: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where answers go; absent: to the sender. */
  replyTo?: string;
  /** Address of one-click unsubscription (RFC 8058). */
  unsubscribeUrl?: string;
}

/**
 * Why a mail was not sent. `refused`: the receiver will never accept it. `deferred`: the receiver may accept it later.
 * `broken`: the connection failed; `check` finds out whether the server is the cause.
 */
export class MailFailure extends Error {
  constructor(
    readonly kind: 'refused' | 'deferred' | 'broken',
    message: string,
  ) {
    super(message);
    this.name = 'MailFailure';
  }
}

/** Sends mails. Must be called with no transaction open. */
export abstract class Mailer {
  /** Resolves when the next server has accepted the mail. Throws `MailFailure`, at the latest at its time limit. */
  abstract send(mail: Mail): Promise<void>;

  /** Connects and signs in. Throws where no mail could be sent now. */
  abstract check(): Promise<void>;

  /** Aborts mails that are being sent; they fail as `broken`. */
  abstract close(): void;
}
