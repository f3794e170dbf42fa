/** A mail ready to leave. */
export interface Mail {
  /** The same each time this mail is sent, so that receivers can drop doubles; becomes the Message-ID. */
  id: string;
  /** What it tells of, e.g. `payment.receipt`. */
  type: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Why a mail did not leave. `refused`: the receiver will never take it. `deferred`: it may be taken later. `broken`:
 * the connection failed, at whatever point; `check` tells whether the server is to blame.
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
  /** Resolves once the next server has taken the mail. Throws `MailFailure`; never takes longer than its time limit. */
  abstract send(mail: Mail): Promise<void>;

  /** Whether mails could be sent now: connects and signs in. Throws where they could not. */
  abstract check(): Promise<void>;

  /** Ends what is being sent; those mails fail as `broken`. */
  abstract close(): void;
}
