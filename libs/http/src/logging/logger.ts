import { Injectable, type LoggerService, type Provider } from '@nestjs/common';
import { Config } from '@app/config';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

let output: DestinationStream | null = null;

/** Standard output, written once per turn of the event loop to save system calls. */
function standardOutput(): DestinationStream {
  if (output) return output;
  const stream = pino.destination({ fd: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines !== '') stream.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  output = {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
  return output;
}

/** Creates the log of the process: one JSON line per entry, with secrets redacted. */
export function createLogger(config: Config, app: string): Logger {
  const options: LoggerOptions = {
    level: config.env.LOG_LEVEL,
    base: { app },
    redact: {
      paths: ['password', 'pin', 'otp', 'token', 'card', 'authorization', 'cookie', 'secret']
        .flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
        .concat(['*["x-api-key"]', '*.*["x-api-key"]']),
      censor: '[redacted]',
    },
    serializers: { err: errorWithoutParameters },
  };
  return pino(options, standardOutput());
}

/** A logger without redaction, for entries whose fields cannot contain secrets. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: { paths: [] } });
}

/** Drops the query parameters that errors of the database driver contain, because they may be secret. */
function errorWithoutParameters(error: Error & { code?: string; constraint?: string }): object {
  return {
    type: error?.name,
    message: error?.message,
    code: error?.code,
    constraint: error?.constraint,
    stack: error?.stack,
  };
}

/** Writes Nest's messages to the same log. */
@Injectable()
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
}

export const LOGGER = Symbol('logger');

export const loggerProvider = (app: string): Provider => ({
  provide: LOGGER,
  inject: [Config],
  useFactory: (config: Config) => createLogger(config, app),
});
