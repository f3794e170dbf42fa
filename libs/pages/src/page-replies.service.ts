import { Injectable } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import { DomainError, randomToken } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { pageHeaders, type PageSecurity } from './headers';
import type { PageContext } from './layout';
import type { Locale } from './locales';
import { locationOf } from './location';
import { PageAssets } from './page-assets.service';

/** Prepares the responses of HTML pages and of their forms. */
@Injectable()
export class PageReplies {
  constructor(
    private readonly assets: PageAssets,
    private readonly commands: Commands,
  ) {}

  /** Sets the headers of a page and returns what the page is built with. */
  begin(
    reply: FastifyReply,
    locale: Locale,
    { hasForms = false, embedOrigins = [] }: Partial<Pick<PageSecurity, 'hasForms' | 'embedOrigins'>> = {},
  ): PageContext {
    const nonce = randomToken(16);
    void reply.headers(pageHeaders({ nonce, embedOrigins, hasForms }));
    return { nonce, locale, style: this.assets.style };
  }

  /** Answers 303 See Other: the browser loads the address with GET. */
  redirect(reply: FastifyReply, address: string): string {
    void reply.status(303).header('location', locationOf(address)).header('referrer-policy', 'no-referrer');
    return '';
  }

  /**
   * Carries out the command of a form and redirects back to its page. An action that the state no longer allows is not
   * an error, because the page shows that state.
   */
  async carryOut(command: Command<unknown>, reply: FastifyReply, page: string): Promise<string> {
    try {
      await this.commands.execute(command);
    } catch (error) {
      if (!(error instanceof DomainError && error.decidedOnState)) throw error;
    }
    return this.redirect(reply, page);
  }
}
