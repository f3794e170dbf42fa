import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A clamd that finds a virus in files with `signature`, and answers `INSTREAM` only. */
export class VirusDaemon {
  readonly scanned: Buffer[] = [];
  /** Closes connections without an answer. */
  isAway = false;

  private constructor(
    private readonly server: Server,
    private readonly signature: string,
  ) {}

  static async start(signature: string): Promise<VirusDaemon> {
    const server = createServer();
    const daemon = new VirusDaemon(server, signature);
    server.on('connection', (socket) => {
      let received = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (part: Buffer) => {
        received = Buffer.concat([received, part]);
        if (daemon.isAway) return void socket.destroy();
        const file = fileIn(received);
        if (file) socket.end(`stream: ${daemon.findingIn(file)}\0`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return daemon;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
  }

  private findingIn(file: Buffer): string {
    this.scanned.push(file);
    return file.includes(this.signature) ? 'Test.Virus FOUND' : 'OK';
  }
}

/** The chunks of a whole command; null while more is to come. */
function fileIn(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    if (at + 4 + length > received.length) return null;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
