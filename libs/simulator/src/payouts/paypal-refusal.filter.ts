import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** An error in the protocol of the wallet provider. */
export class PayPalRefusal extends Error {
  constructor(
    readonly httpStatus: number,
    readonly errorName: string,
    message: string,
    readonly details: readonly object[] = [],
  ) {
    super(message);
  }
}

/** Writes all errors in the provider's form, before the host's filters. */
@Catch()
export class PayPalRefusalFilter implements ExceptionFilter {
  private readonly logger = new Logger('PayoutWalletSimulator');

  catch(error: unknown, host: ArgumentsHost): void {
    const refusal = this.refusalOf(error);
    const { httpStatus, errorName: name, message, details } = refusal;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(httpStatus).send({ name, message, debug_id: 'simulated', details, links: [] });
  }

  private refusalOf(error: unknown): PayPalRefusal {
    if (error instanceof PayPalRefusal) return error;
    if (error instanceof HttpException)
      return new PayPalRefusal(error.getStatus(), 'VALIDATION_ERROR', error.message);
    this.logger.error(error instanceof Error ? error.stack : error);
    return new PayPalRefusal(500, 'INTERNAL_SERVICE_ERROR', 'The simulator failed');
  }
}
