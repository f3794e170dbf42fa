import type { Dispatcher } from 'undici';

/** As much of an answer as is read at all. */
export const MAX_ANSWER = 64 * 1024;

export interface EgressResponse {
  status: number;
  /** The first 64 KiB at most, and no more than came in time. */
  body: Buffer;
}

type Answered = (error: Error | null, answer: EgressResponse | null) => void;

/**
 * Takes the beginning of an answer, within one limit over everything from connecting to the last byte. An answer
 * counts by its status: a body that is endless, late or broken only ends the reading.
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
    const late = () => this.leave(new Error(`no answer within ${limitMs / 1000} seconds`));
    this.timer = setTimeout(late, limitMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(new Error('too late'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // What is below only announces an answer.
    if (status >= 200) this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length >= MAX_ANSWER) this.leave(new Error('too long'));
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  private leave(reason: Error): void {
    this.end(reason);
    // Not from within the parser, which goes on with what it has read of the answer.
    queueMicrotask(() => this.controller?.abort(reason));
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
