import { Injectable } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { principalOf } from '../access/caller';
import type { WireRequest } from '../wire/request';
import { formRequired } from '../wire/upload-form';
import { HeldPlaces, networkShares } from '../limits/held-places';
import { rateLimited } from '../limits/rate-limit.errors';

/** Two uploads at work and sixteen that wait or arrive: at 5 MB each they hold at most 90 MB. */
const PLACES = 18;
const PLACES_PER_CALLER = 2;
const RETRY_AFTER = 5;

/**
 * Bounds the uploads that one process holds in memory. Each has its place from its headers to its response. A network
 * has a third of the places, so that slow uploads of many accounts at one address leave room for others.
 */
@Injectable()
export class UploadPlacesService {
  private readonly places = new HeldPlaces();

  /** Throws UNSUPPORTED_MEDIA_TYPE, RATE_LIMITED and SERVICE_UNAVAILABLE before a byte of the body is read. */
  admit(request: WireRequest, reply: FastifyReply): void {
    if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw formRequired();
    const own = [
      { holder: principalOf(request.caller) ?? 'anonymous', max: PLACES_PER_CALLER },
      ...networkShares(request.clientAddress, PLACES),
    ];
    const all = { holder: 'all', max: PLACES };
    if (this.places.usedUp(own)) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    if (this.places.usedUp([all])) throw tooManyUploads();
    reply.raw.once('close', this.places.take([...own, all]));
  }
}

function tooManyUploads(): DomainError {
  return new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'Too many uploads at once; try again.', {
    retry_after: RETRY_AFTER,
  });
}
