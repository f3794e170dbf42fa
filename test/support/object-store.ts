import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of S3 that the product uses, in memory, without signatures. */
export class ObjectStore {
  readonly objects = new Map<string, { bytes: Buffer; changedAt: Date }>();
  /** Whether it refuses everything. */
  isAway = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ObjectStore> {
    const server = createServer();
    const store = new ObjectStore(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () =>
        store.answer(request.method!, new URL(request.url!, 'http://store'), Buffer.concat(parts), response),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Paths are `/bucket/key`. */
  private answer(method: string, url: URL, body: Buffer, response: ServerResponse): void {
    if (this.isAway) return void response.writeHead(503).end();
    const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    const respond = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(content);
    if (method === 'PUT') {
      this.objects.set(key, { bytes: body, changedAt: new Date() });
      return void respond(200);
    }
    if (method === 'POST') {
      for (const [, deleted] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g))
        this.objects.delete(deleted!);
      return void respond(200, '<DeleteResult></DeleteResult>');
    }
    if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const listed = [...this.objects].filter(([name]) => name.startsWith(prefix));
      const rows = listed.map(
        ([name, { changedAt }]) =>
          `<Contents><Key>${name}</Key><LastModified>${changedAt.toISOString()}</LastModified></Contents>`,
      );
      const head = `<KeyCount>${listed.length}</KeyCount><IsTruncated>false</IsTruncated>`;
      return void respond(200, `<ListBucketResult>${head}${rows.join('')}</ListBucketResult>`);
    }
    const found = this.objects.get(key);
    respond(found ? 200 : 404, found?.bytes ?? '<Error><Code>NoSuchKey</Code></Error>');
  }
}
