import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '@app/kernel';
import { readBody } from './body-text';
import { normalCode } from '../validation/normal';
import { readUpload } from './upload-form';
import { parseJsonBody } from './json-body';
import type { WireRequest } from './request';

const API = '/api/';

/** Registers the body parsers of all hosts: JSON objects for the API, forms for pages. */
export function registerParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) => {
    const text = await readBody(body, (request as WireRequest).bodyLimit);
    if ((request as WireRequest).policy.signedBody) (request as WireRequest).bodyText = text;
    return parseJsonBody(text);
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, body: IncomingMessage) => {
      if (request.url.startsWith(API)) throw unsupportedMedia();
      return parseForm(await readBody(body, (request as WireRequest).bodyLimit));
    },
  );
  fastify.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, body: IncomingMessage) => {
      const { upload } = (request as WireRequest).policy;
      if (!upload) throw refuseUnread(body);
      const { file, fields } = await readUpload(request as WireRequest, body, upload);
      (request as WireRequest).upload = file;
      return fields;
    },
  );
  fastify.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(unsupportedMedia());
  });
  fastify.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    // A missing body is an empty object, so that validation names the missing fields.
    if (request.body === undefined || request.body === null) request.body = {};
    done();
  });
}

/** Drops fields left blank. */
function parseForm(text: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => normalCode(value) !== ''));
}

function refuseUnread(body: IncomingMessage): DomainError {
  body.resume();
  return unsupportedMedia();
}

function unsupportedMedia(): DomainError {
  return new DomainError(
    'unsupported-media',
    'UNSUPPORTED_MEDIA_TYPE',
    'Send JSON (Content-Type: application/json).',
  );
}
