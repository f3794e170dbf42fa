import { once } from 'node:events';
import net from 'node:net';

/**
 * When the connection breaks: before or after the server receives a request, whose response never arrives. With
 * silence the connection stays open but transfers nothing more.
 */
export type Side = 'before' | 'after' | 'silence';

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
/** The messages after which a client waits for a response: a simple query, and the end of an extended one. */
const TURNS = new Set(['Q', 'S'].map((type) => type.charCodeAt(0)));

/** Messages that a proxy keeps from the server. */
export interface KeptMessages {
  /** Sends them. Resolves when the server has responded. */
  release(): Promise<void>;
}

/**
 * A proxy between an app and PostgreSQL that breaks the connection at a chosen round trip, before the server receives
 * the request or before the app receives the response. So tests cover every place where a process or network can fail,
 * without a switch in the product.
 */
export class SeveringProxy {
  /** Round trips since it was last armed; only those that contain `about`, if it was given. */
  turns = 0;
  private at = Infinity;
  private about = '';
  private side: Side = 'before';
  private follows = false;
  private counted = '';
  private armings = 0;
  private keeping: { about: string; reached: (kept: KeptMessages) => void } | null = null;
  /** Called at the moment when it breaks a connection, e.g. to kill the process that it belongs to. */
  onBreak: () => void = () => undefined;
  private readonly sockets = new Set<net.Socket>();

  private constructor(
    private readonly server: net.Server,
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<SeveringProxy> {
    const target = new URL(databaseUrl);
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = new URL(databaseUrl);
    own.hostname = '127.0.0.1';
    own.port = String((server.address() as net.AddressInfo).port);
    const proxy = new SeveringProxy(server, own.href);
    server.on('connection', (app) => proxy.connect(app, Number(target.port), target.hostname));
    return proxy;
  }

  /** Counts round trips from now on, and breaks the connection at the `at`-th whose messages contain `about`. */
  arm(at: number, side: Side, about = ''): void {
    Object.assign(this, { turns: 0, at, side, about, follows: false, counted: '' });
    this.armings += 1;
  }

  /**
   * Breaks a connection whose messages contained `about` at the `at`-th round trip from there, e.g. within one transaction;
   * only round trips that contain `counted` count, e.g. its COMMIT.
   */
  armFrom(about: string, at: number, side: Side, counted = ''): void {
    this.arm(at, side, about);
    Object.assign(this, { follows: true, counted });
  }

  /** Keeps the next message that contains `about`, and what follows on its connection. Resolves when it has arrived here. */
  keep(about: string): Promise<KeptMessages> {
    return new Promise((reached) => (this.keeping = { about, reached }));
  }

  disarm(): void {
    this.at = Infinity;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(app: net.Socket, port: number, host: string): void {
    const database = net.connect(port, host);
    const sever = () => {
      app.destroy();
      database.destroy();
    };
    for (const socket of [app, database]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', sever);
      socket.on('close', () => {
        this.sockets.delete(socket);
        sever();
      });
    }
    let isDoomed = false;
    let isDead = false;
    let isMeant = false;
    let isCounted = false;
    let kept: Buffer[] | null = null;
    let onResponse: (() => void) | null = null;
    const release = () =>
      new Promise<void>((resolve) => {
        onResponse = resolve;
        for (const frame of kept!) database.write(frame);
        kept = null;
      });
    /** The arming under which this connection is followed. */
    let followed = 0;
    // The first message of a connection has no type.
    const requests = new Frames(true, (type, frame) => {
      if (isDoomed || isDead) return;
      if (this.keeping && frame.includes(this.keeping.about)) {
        kept = [];
        this.keeping.reached({ release });
        this.keeping = null;
      }
      if (kept) return void kept.push(frame);
      isMeant ||= followed === this.armings || frame.includes(this.about);
      isCounted ||= frame.includes(this.counted);
      if (isMeant && this.follows) followed = this.armings;
      if (TURNS.has(type)) {
        if (isMeant && isCounted && ++this.turns === this.at) {
          if (this.side === 'before') {
            this.onBreak();
            return sever();
          }
          isDead = this.side === 'silence';
          isDoomed = !isDead;
          if (isDead) return;
        }
        isMeant = false;
        isCounted = false;
      }
      database.write(frame);
    });
    const answers = new Frames(false, (type, frame) => {
      if (isDead) return;
      if (type === READY_FOR_QUERY) onResponse?.();
      if (!isDoomed) app.write(frame);
      else if (type === READY_FOR_QUERY) {
        this.onBreak();
        sever();
      }
    });
    app.on('data', (chunk: Buffer) => requests.add(chunk));
    database.on('data', (chunk: Buffer) => answers.add(chunk));
  }
}

/** Splits a stream of PostgreSQL's protocol into messages. */
class Frames {
  private waiting: Buffer = Buffer.alloc(0);

  constructor(
    private isFirst: boolean,
    private readonly take: (type: number, frame: Buffer) => void,
  ) {}

  add(chunk: Buffer): void {
    this.waiting = this.waiting.length > 0 ? Buffer.concat([this.waiting, chunk]) : chunk;
    for (;;) {
      const typed = this.isFirst ? 0 : 1;
      if (this.waiting.length < typed + 4) return;
      const length = typed + this.waiting.readUInt32BE(typed);
      if (this.waiting.length < length) return;
      const frame = this.waiting.subarray(0, length);
      this.waiting = this.waiting.subarray(length);
      this.take(this.isFirst ? 0 : frame[0]!, frame);
      this.isFirst = false;
    }
  }
}
