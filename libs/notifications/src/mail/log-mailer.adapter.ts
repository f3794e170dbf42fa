import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { LOGGER } from '@app/http';
import type { Logger } from 'pino';
import { SentMessagesService } from '../sent-messages/sent-messages.service';
import { type Mail, Mailer } from './mailer.port';

/** Logs a line per mail instead of sending it. In development alone, the mail is kept with its code or link. */
@Injectable()
export class LogMailer extends Mailer {
  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly messages: SentMessagesService,
  ) {
    super();
  }

  async send({ id, type, to, subject, text, html, attachments = [] }: Mail): Promise<void> {
    if (this.config.env.NODE_ENV === 'development')
      await this.messages.keep({ to, subject, text, html, attachments: attachments.map(({ name }) => name) });
    this.logger.info({ mail: id, type, to: masked(to) }, 'mail');
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // There is no connection to close.
  }
}

function masked(address: string): string {
  return `${address[0]}***@${address.split('@').pop()}`;
}
