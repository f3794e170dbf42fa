import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { type DomainError, ERROR_CODES, type ErrorCode } from '@app/kernel';
import { HOST } from '../access/host';
import { errorStatus, type Variant } from './envelope';

/** Writes the bodies of errors. `doc_url` of each is the section of its code in the documentation that this host serves. */
@Injectable()
export class ErrorBodies {
  private readonly docUrls: Record<ErrorCode, string>;

  constructor({ urls }: Config, @Inject(HOST) host: HostName) {
    // The scheduler has neither a public address nor documentation.
    const page = `${urls[host === 'scheduler' ? 'business' : host]}/docs/errors`;
    const entries = Object.keys(ERROR_CODES).map((code) => [code, `${page}#${code}`]);
    this.docUrls = Object.fromEntries(entries) as Record<ErrorCode, string>;
  }

  write(
    variant: Variant,
    error: DomainError,
    requestId: string,
    status = errorStatus(variant, error),
  ): string {
    return JSON.stringify({
      success: false,
      message: error.message,
      error_code: error.code,
      doc_url: this.docUrls[error.code],
      request_id: requestId,
      ...error.extra,
      ...(variant === 'B' && { status_code: status }),
    });
  }
}
