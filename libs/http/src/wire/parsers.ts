import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, invalid } from '@app/kernel';
import type { WireRequest } from './request';

const MAX_DEPTH = 20;
const API = '/api/';
const EVENTS = '/api/gateway-events.php';

/** Registers the body parsers of all hosts: JSON objects for the API, forms for pages. */
export function registerParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Signatures of gateway events are verified on the original text.
    if (request.url.startsWith(EVENTS)) (request as WireRequest).bodyText = text as string;
    try {
      done(null, parseJson(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text, done) => {
      if (request.url.startsWith(API)) done(unsupportedMedia());
      else done(null, parseForm(text as string));
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

function parseJson(text: string): object {
  const body = text.trim() === '' ? {} : parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('The body must be a JSON object.');
  if (deeperThan(body, MAX_DEPTH)) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  return body;
}

/** Drops fields left blank, and replaces tabs and line breaks, because texts have one line. */
function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [
    name,
    value.replace(/[\t\r\n]+/g, ' '),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== '')) as Record<string, string>;
}

function parsed(text: string): unknown {
  try {
    // The reviver is slow, so it reads only text that may contain the key, escaped or not.
    return /__proto__|\\u00/.test(text) ? JSON.parse(text, refusePrototypeKey) : JSON.parse(text);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw malformed('The body is not valid JSON.');
  }
}

function refusePrototypeKey(key: string, value: unknown): unknown {
  if (key === '__proto__') throw malformed('The body must not contain the key __proto__.');
  return value;
}

function deeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((child) => deeperThan(child, depth - 1));
}

function malformed(message: string): DomainError {
  return invalid('body', message);
}

function unsupportedMedia(): DomainError {
  return new DomainError(
    'unsupported-media',
    'UNSUPPORTED_MEDIA_TYPE',
    'Send JSON (Content-Type: application/json).',
  );
}
