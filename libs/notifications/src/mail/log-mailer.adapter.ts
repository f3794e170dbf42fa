import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { LOGGER } from '@app/http';
import type { Logger } from 'pino';
import { type Mail, Mailer } from './mailer.port';

/** Logs a line per mail instead of sending it. The text, with its code or link, is logged in development alone. */
@Injectable()
export class LogMailer extends Mailer {
  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  send({ id, type, to, subject, text }: Mail): Promise<void> {
    const isDevelopment = this.config.env.NODE_ENV === 'development';
    const line = isDevelopment ? { mail: id, type, to, subject, text } : { mail: id, type, to: masked(to) };
    this.logger.info(line, 'mail');
    return Promise.resolve();
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
