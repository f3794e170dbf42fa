import type { ArgumentsHost, ExceptionFilter, Provider } from '@nestjs/common';
import { ErrorFilter, type WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import type { PageTexts } from './locales';
import { noticePage, type NoticeTexts, troublePage } from './notice.page';
import { PageRepliesService } from './page-replies.service';
import { PageVisit } from './page-visit';

/** The pages of errors below one path. Errors without texts get the page of a rate limit or of a fault. */
export interface PageErrors<Name extends string> {
  below: string;
  family: PageTexts<Name>;
  texts: Partial<Record<ErrorKind, NoticeTexts<Name>>>;
  /** Texts for the `reason` of an error, which come before those of its kind. */
  reasons?: Partial<Record<string, NoticeTexts<Name>>>;
  /** Sources of the policy whose pages may hold those of errors in a frame. */
  embedOrigins?: readonly string[];
}

/** Answers refused requests below one path with an HTML page instead of JSON. */
export class PageErrorFilter<Name extends string> implements ExceptionFilter {
  constructor(
    private readonly pages: PageErrors<Name>,
    private readonly errors: ErrorFilter,
    private readonly replies: PageRepliesService,
  ) {
    errors.leaveTo(this, pages.below);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { family, texts, reasons, embedOrigins } = this.pages;
    const request = host.switchToHttp().getRequest<WireRequest>();
    const visit = new PageVisit(request, host.switchToHttp().getResponse<FastifyReply>());
    const { kind, extra } = this.errors.writeHead(thrown, request, visit.reply);
    const page = this.replies.begin(visit, { embedOrigins });
    const names = reasons?.[String(extra.reason)] ?? texts[kind];
    // Without a token in the address there is no page to lead back to.
    const isKnown = names && (names.back === undefined || page.path !== '');
    void visit.reply.send(isKnown ? noticePage(page, family, names) : troublePage(kind, page));
  }
}

/** Registers the pages of errors below one path. */
export const pageErrors = <Name extends string>(pages: PageErrors<Name>): Provider => ({
  provide: `page errors below ${pages.below}`,
  inject: [ErrorFilter, PageRepliesService],
  useFactory: (errors: ErrorFilter, replies: PageRepliesService) =>
    new PageErrorFilter(pages, errors, replies),
});

/** The same texts for every error of a form after which its page is the way on. */
export const formErrors = <const T extends NoticeTexts<string>>(texts: T) => ({
  invalid: texts,
  conflict: texts,
  'too-large': texts,
  'unsupported-media': texts,
});
