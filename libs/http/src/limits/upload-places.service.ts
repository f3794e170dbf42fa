import { Injectable } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { principalOf } from '../access/caller';
import type { WireRequest } from '../wire/request';
import { formRequired } from '../wire/upload-form';
import { rateLimited } from './rate-limit.errors';

/** Two uploads at work and sixteen that wait or arrive: at 5 MB each they hold at most 90 MB. */
const PLACES = 18;
const PLACES_PER_CALLER = 2;

/** Bounds the uploads that one process holds in memory. Each has its place from its headers to its response. */
@Injectable()
export class UploadPlaces {
  private taken = 0;
  private readonly byCaller = new Map<string, number>();

  /** Throws UNSUPPORTED_MEDIA_TYPE, RATE_LIMITED and SERVICE_UNAVAILABLE before a byte of the body is read. */
  admit(request: WireRequest, reply: FastifyReply): void {
    if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw formRequired();
    const caller = principalOf(request.caller) ?? request.clientAddress;
    const held = this.byCaller.get(caller) ?? 0;
    if (held >= PLACES_PER_CALLER) throw rateLimited({ timeToBlockExpire: 5 });
    if (this.taken >= PLACES) throw tooManyUploads();
    this.taken += 1;
    this.byCaller.set(caller, held + 1);
    reply.raw.once('close', () => this.release(caller));
  }

  private release(caller: string): void {
    this.taken -= 1;
    const held = this.byCaller.get(caller)! - 1;
    if (held === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, held);
  }
}

function tooManyUploads(): DomainError {
  return new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'Too many uploads at once; try again.', {
    retry_after: 5,
  });
}
