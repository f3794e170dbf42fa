import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { HostCookie } from '@app/pages';

/** The cookies of the console: the credential of a signed-in browser, and the device token of its last sign-in. */
@Injectable()
export class ConsoleCookiesService {
  readonly session: HostCookie;
  /** Shows at the next sign-in that this browser is known; it gives no access. */
  readonly device: HostCookie;

  constructor({ urls }: Config) {
    this.session = new HostCookie('console', urls.business);
    this.device = new HostCookie('device', urls.business);
  }
}
