import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** A port whose app is built at the first connection, because many test files never send that app a request. */
export class AppAtFirstUse {
  private started: Promise<NestFastifyApplication> | undefined;

  private constructor(
    private readonly server: Server,
    private readonly build: () => Promise<NestFastifyApplication>,
  ) {}

  static async listen(build: () => Promise<NestFastifyApplication>): Promise<AppAtFirstUse> {
    const server = createServer({ pauseOnConnect: true }, (socket) => void app.handOver(socket));
    const app = new AppAtFirstUse(server, build);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return app;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Closes the port, or the app that took it over. */
  async close(): Promise<void> {
    if (this.started) await (await this.started).close();
    else await new Promise((resolve) => this.server.close(resolve));
  }

  private async handOver(socket: Socket): Promise<void> {
    try {
      const app = await (this.started ??= this.start());
      app.getHttpServer().emit('connection', socket);
      socket.resume();
    } catch {
      socket.destroy(); // The error of the start is thrown by `close`.
    }
  }

  private async start(): Promise<NestFastifyApplication> {
    const app = await this.build();
    // The app listens on the open port itself, so that no connection is refused in between.
    const { _handle: handle } = this.server as unknown as { _handle: object };
    await app.listen({ host: '127.0.0.1', handle } as never);
    return app;
  }
}
