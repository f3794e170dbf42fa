import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refusal, SimulatorRefusal } from './envelope.view';

/** Writes all errors of the simulator in the protocol's envelope, before the host's filters. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  private readonly logger = new Logger('GatewaySimulator');

  catch(error: unknown, host: ArgumentsHost): void {
    const { httpStatus, message } = this.describe(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(httpStatus).send(refusal(message));
  }

  private describe(error: unknown): { httpStatus: number; message: string } {
    if (error instanceof SimulatorRefusal) return error;
    if (error instanceof HttpException) return { httpStatus: error.getStatus(), message: error.message };
    this.logger.error(error instanceof Error ? error.stack : error);
    return { httpStatus: 500, message: 'The simulator failed' };
  }
}
