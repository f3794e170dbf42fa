import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a server that a test can cut and restore: what a process sees when that server goes away. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private isStalled = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (socket) => this.join(socket));
  }

  static async to(url: string): Promise<Line> {
    const server = createServer();
    const line = new Line(server, new URL(url));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return line;
  }

  /** The server's URL with the line's own address. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Ends every connection, and each new one at once. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Drops all traffic without closing connections, like a server that hangs or a network that loses packets. */
  stall(): void {
    this.isStalled = true;
    for (const socket of this.sockets) socket.pause();
  }

  restore(): void {
    this.isCut = false;
    this.isStalled = false;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    if (this.isCut) return void near.destroy();
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      // Not a pipe, which would wake the socket up by itself.
      one.on('data', (chunk) => other.write(chunk));
      if (this.isStalled) one.pause();
    }
  }
}
