import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a request is answered. */
export type Step = (response: ServerResponse) => void;

export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
export const succeeds = (body: object = {}, headers?: Record<string, string>): Step =>
  answers(200, { success: true, ...body }, headers);
/** A refusal that may be repeated at once. */
export const refuses = (status: number, code: string, more: object = {}): Step =>
  answers(
    status,
    { success: false, error_code: code, message: `refused: ${code}`, ...more },
    { 'retry-after': '0' },
  );
/** The connection ends, after the request was received. */
export const drops: Step = (response) => response.destroy();
/** The connection ends in the middle of the response. */
export const breaksOff: Step = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"success":', () => response.destroy());
};
export const staysSilent: Step = () => undefined;

/** A host that answers request by request as it is given, and keeps what it received. The last step is repeated. */
export class ScriptedHost {
  readonly received: Received[] = [];
  private steps: Step[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedHost> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        host.received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        const step = host.steps.length > 1 ? host.steps.shift()! : host.steps[0]!;
        step(response);
      });
    });
    const host = new ScriptedHost(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Begins again with these answers. */
  will(...steps: Step[]): void {
    this.received.length = 0;
    this.steps = steps;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
