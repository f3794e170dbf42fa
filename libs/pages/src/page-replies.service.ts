import { Injectable } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import { DomainError } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { PageSecurity } from './headers';
import type { PageContext } from './layout';
import type { Locale } from './locales';
import { locationOf } from './location';
import { PageAssetsService } from './page-assets.service';
import type { PageVisit } from './page-visit';

/** Prepares the responses of HTML pages and of their forms. */
@Injectable()
export class PageRepliesService {
  constructor(
    private readonly assets: PageAssetsService,
    private readonly commands: Commands,
  ) {}

  /** Sets the headers of a page and returns what the page is built with. */
  begin(
    visit: PageVisit,
    security: Omit<PageSecurity, 'nonce'> = {},
    locale: Locale = visit.locale,
  ): PageContext {
    return { nonce: visit.begin(security), locale, path: visit.path, style: this.assets.style };
  }

  /** Answers 303 See Other: the browser loads the address with GET. */
  redirect({ reply }: PageVisit, address: string): string {
    void reply.status(303).header('location', locationOf(address)).header('referrer-policy', 'no-referrer');
    return '';
  }

  /**
   * Carries out the command of a form and redirects back to its page. An action that the state no longer allows is not
   * an error, because the page shows that state.
   */
  async carryOut(command: Command<unknown>, visit: PageVisit): Promise<string> {
    try {
      await this.commands.execute(command);
    } catch (error) {
      if (!(error instanceof DomainError && error.decidedOnState)) throw error;
    }
    return this.redirect(visit, visit.inLanguage(visit.path));
  }
}
