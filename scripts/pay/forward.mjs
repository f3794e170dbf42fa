import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

const LIMIT_MS = 10_000;

/** The bytes and headers with which the service would deliver this event, signed with `secret`. */
export function messageOf(item, isResent, secret, at = new Date()) {
  const { id, sequence, event, data, timestamp, object_id: objectId, object_sequence: objectSequence } = item;
  const body = Buffer.from(JSON.stringify({ event, data, timestamp }));
  const seconds = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const ofAll = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event-Id': id,
    'X-Service-Event-Sequence': String(sequence),
    ...(objectId !== null && {
      'X-Service-Object-Id': objectId,
      'X-Service-Object-Sequence': String(objectSequence),
    }),
    'X-Service-Delivery-Attempt': isResent ? '2' : '1',
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${ofAll}`,
    'Content-Length': String(body.length),
  };
  return { body, headers };
}

/** Posts a message without following redirects. Returns `{status, ms}` or `{error, ms}`. */
export function post(url, { body, headers }, signal) {
  const began = performance.now();
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const done = (result) => resolve({ ...result, ms: Math.round(performance.now() - began) });
    const limit = AbortSignal.any([AbortSignal.timeout(LIMIT_MS), signal]);
    const sending = request(url, { method: 'POST', headers, signal: limit, agent: false }, (response) => {
      done({ status: response.statusCode });
      response.on('error', () => {}).resume();
    });
    sending.on('error', (error) => {
      const isLate = error.name === 'AbortError' && !signal.aborted;
      done({ error: isLate ? `no answer within ${LIMIT_MS / 1000} seconds` : (error.code ?? error.message) });
    });
    sending.end(body);
  });
}
