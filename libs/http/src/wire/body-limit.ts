import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** For actions whose bodies may be larger than others: how large, in bytes. */
export const BodyLimit = (bodyLimitBytes: number): MethodDecorator => RouteConfig({ bodyLimitBytes });

/** Lets routes have the limits they declare. Goes before the first of them is registered. */
export function honourBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimitBytes } = (route.config ?? {}) as { bodyLimitBytes?: number };
    if (bodyLimitBytes !== undefined) route.bodyLimit = bodyLimitBytes;
  });
}
