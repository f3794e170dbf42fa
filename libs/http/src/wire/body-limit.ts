import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** Sets the maximum body size of an action, in bytes. */
export const BodyLimit = (bodyLimitBytes: number): MethodDecorator => RouteConfig({ bodyLimitBytes });

/** Applies declared body limits. Call it before routes are registered. */
export function honourBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimitBytes } = (route.config ?? {}) as { bodyLimitBytes?: number };
    if (bodyLimitBytes !== undefined) route.bodyLimit = bodyLimitBytes;
  });
}
