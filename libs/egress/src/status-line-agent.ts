import type { Socket } from 'node:net';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { responseHeadOf } from './response-head';

const MAX_HEAD = 16 * 1024;
/** The most that is kept of a response whose status the HTTP parser has not reported. */
const MAX_KEPT = 4 * MAX_HEAD;

/**
 * Sends requests whose response counts by its status line. Where the HTTP parser refuses the rest of the head, or the
 * connection ends within it, the status is read from the bytes that arrived.
 */
export class StatusLineAgent {
  readonly dispatcher: Dispatcher;
  private readonly agent: Agent;
  /** The response to the request that is written next, in the same turn of the event loop. */
  private awaited: KeptResponse | null = null;

  constructor(connect: buildConnector.connector, pipelining: 0 | 1) {
    this.agent = new Agent({
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          this.watch(socket);
          callback(null, socket);
        }),
      maxHeaderSize: MAX_HEAD,
      pipelining,
    });
    this.dispatcher = this.agent.compose((dispatch) => (options, handler) => {
      const written = (response: KeptResponse) => (this.awaited = response);
      return dispatch(options, new KeptResponse(handler, written));
    });
  }

  destroy(): Promise<void> {
    return this.agent.destroy();
  }

  /** Gives what is read from the connection to the response that is awaited on it, before the parser gets it. */
  private watch(socket: Socket): void {
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
    const read = socket.read.bind(socket);
    let response: KeptResponse | null = null;
    socket.write = (...given: unknown[]) => {
      response = this.awaited ?? response;
      this.awaited = null;
      return write(...given);
    };
    socket.read = (size) => {
      const chunk = read(size) as Buffer | null;
      if (chunk) response?.keep(chunk);
      return chunk;
    };
  }
}

/** Passes a response on, and a failed one as far as its status line and the bytes after it can be read. */
class KeptResponse implements Dispatcher.DispatchHandler {
  private kept: Buffer[] = [];
  private length = 0;
  private hasStatus = false;

  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly written: (response: KeptResponse) => void,
  ) {}

  keep(chunk: Buffer): void {
    if (this.hasStatus || this.length >= MAX_KEPT) return;
    this.kept.push(chunk);
    this.length += chunk.length;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.handler.onRequestStart?.(controller, context);
    if (!controller.aborted) this.written(this);
  }

  onResponseStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    this.hasStatus ||= given[1] >= 200;
    if (this.hasStatus) this.kept = [];
    this.handler.onResponseStart?.(...given);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Record<string, string>): void {
    this.handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    const head = this.hasStatus ? null : responseHeadOf(Buffer.concat(this.kept));
    if (!head) return this.handler.onResponseError?.(controller, error);
    this.handler.onResponseStart?.(controller, head.status, head.headers, '');
    if (head.body.length > 0) this.handler.onResponseData?.(controller, head.body);
    this.handler.onResponseEnd?.(controller, {});
  }
}
