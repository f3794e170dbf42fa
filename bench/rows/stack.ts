import type { Scene, Variant } from '../support/figures';
import { Load } from '../support/load';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const CONNECTIONS = 64;

/**
 * Everything that runs before a handler without the database (session token, limits, PIN, body, envelope, log), and
 * Fastify alone.
 */
export function stackScene(_server: Server): Promise<Scene> {
  const load = new Load();
  const services: Service[] = [];
  const echo = (figure: string, file: string, path: string, probe: string): Variant => {
    let service: Service;
    return {
      figures: [figure],
      async prepare() {
        service = await Service.start(file, {}, probe);
        services.push(service);
      },
      measure: async (seconds) => [
        await load.rate({
          ports: [service.port],
          connections: CONNECTIONS,
          seconds,
          request: { kind: 'transfers', path },
        }),
      ],
    };
  };
  return Promise.resolve({
    variants: [
      echo('stack', 'bench/stack-echo.js', '/api/echo.php?action=transfer', '/health/live'),
      echo('bare', 'bench/bare-fastify.js', '/echo', '/health'),
    ],
    async close() {
      load.stop();
      for (const service of services) await service.stop();
    },
  });
}
