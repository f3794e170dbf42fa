import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';

type Recognises = (headers: IncomingHttpHeaders) => boolean;

/** Recognises requests of this platform's servers by their credentials. They may share one address and are not counted. */
@Injectable()
export class OwnServersService {
  private recognises: Recognises = () => false;

  /** The module that serves such requests registers at start how it recognises them. */
  recogniseBy(recognises: Recognises): void {
    this.recognises = recognises;
  }

  sent(headers: IncomingHttpHeaders): boolean {
    return this.recognises(headers);
  }
}
