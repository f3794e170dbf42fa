import { Injectable } from '@nestjs/common';
import type { Config } from '@app/config';
import type { Logger } from 'pino';
import { type Sms, SmsSender } from './sms-sender.port';

/** Logs a line per message instead of sending it. The text, with its code, is logged in development only. */
@Injectable()
export class LogSms extends SmsSender {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  send({ id, to, text }: Sms): Promise<string> {
    const isDevelopment = this.config.env.NODE_ENV === 'development';
    this.logger.info(isDevelopment ? { sms: id, to, text } : { sms: id, to: masked(to) }, 'sms');
    return Promise.resolve(id);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function masked(number: string): string {
  return `${number.slice(0, 4)}***${number.slice(-2)}`;
}
