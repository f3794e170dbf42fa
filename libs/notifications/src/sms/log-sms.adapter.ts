import { Injectable } from '@nestjs/common';
import type { Config } from '@app/config';
import type { Logger } from 'pino';
import type { SentMessagesService } from '../sent-messages/sent-messages.service';
import { type Sms, SmsSender } from './sms-sender.port';

/** Logs a line per message instead of sending it. In development alone, the message is kept with its code. */
@Injectable()
export class LogSms extends SmsSender {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly messages: SentMessagesService,
  ) {
    super();
  }

  async send({ id, to, text }: Sms): Promise<string> {
    if (this.config.env.NODE_ENV === 'development')
      await this.messages.keep({ to, subject: null, text, html: null, attachments: [] });
    this.logger.info({ sms: id, to: masked(to) }, 'sms');
    return id;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function masked(number: string): string {
  return `${number.slice(0, 4)}***${number.slice(-2)}`;
}
