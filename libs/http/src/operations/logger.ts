import { Injectable, type LoggerService, type Provider } from '@nestjs/common';
import { Config } from '@app/config';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

let output: DestinationStream | null = null;

/** Standard output, written once per turn of the event loop: one system call for the lines of many requests. */
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

/** The process's structured log: one JSON line per entry, secrets cut out wherever they might slip in. */
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

/** For lines whose every field is chosen by us: nothing in them is searched for secrets. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: { paths: [] } });
}

/** Errors of the database driver carry the query's parameters; those may hold anything. */
function errorWithoutParameters(error: Error & { code?: string; constraint?: string }): object {
  return {
    type: error?.name,
    message: error?.message,
    code: error?.code,
    constraint: error?.constraint,
    stack: error?.stack,
  };
}

/** Nest's own messages, in the same log. */
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
