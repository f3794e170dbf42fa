import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { HostCookie } from '@app/pages';

/** The cookie of a visit to the queue board. */
@Injectable()
export class BoardCookieService extends HostCookie {
  constructor(config: Config) {
    super('queue_board', config.urls.business);
  }
}
