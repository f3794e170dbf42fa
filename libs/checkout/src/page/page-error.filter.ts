import { Injectable } from '@nestjs/common';
import type { ErrorKind } from '@app/kernel';
import type { PageMeans } from './layout';
import { noPage } from './pay-page';
import { RefusalPages } from './refusal-pages';

/** Refusals of the pages that sessions are paid on. */
@Injectable()
export class PageErrorFilter extends RefusalPages {
  protected readonly below = '/pay/';
  // In a merchant's frame as well: nothing on it is anybody's.
  protected override readonly embedOrigins = ['*'];

  protected write(kind: ErrorKind, means: PageMeans): string {
    return noPage(kind === 'rate-limited' ? 'busy' : kind === 'not-found' ? 'none' : 'fault', means);
  }
}
