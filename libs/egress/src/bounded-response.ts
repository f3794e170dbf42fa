import type { Dispatcher } from 'undici';

/** Maximum bytes that are read of a response. */
export const MAX_ANSWER = 64 * 1024;

export interface EgressResponse {
  status: number;
  /** At most the first 64 KiB, and only what arrived in time. */
  body: Buffer;
}

type Answered = (error: Error | null, answer: EgressResponse | null) => void;

/**
 * Reads the beginning of a response within one time limit from connecting to the last byte. The status counts even
 * if the body is endless, late or broken.
 */
export class BoundedResponse implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private isOver = false;

  constructor(
    limitMs: number,
    private readonly answered: Answered,
  ) {
    const late = () => {
      const error = new Error(`no answer within ${limitMs / 1000} seconds`);
      if (this.controller) this.controller.abort(error);
      else this.end(error);
    };
    this.timer = setTimeout(late, limitMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(new Error('too late'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // Informational statuses (1xx) precede the response.
    if (status >= 200) this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length < MAX_ANSWER) return;
    this.end(null);
    // Deferred, because the parser continues with data that it has already read.
    queueMicrotask(() => this.controller?.abort(new Error('too long')));
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  private end(error: Error | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    if (this.status === null) return this.answered(error ?? new Error('no answer'), null);
    const body = Buffer.concat(this.chunks).subarray(0, MAX_ANSWER);
    this.answered(null, { status: this.status, body });
  }
}
