import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { DomainError, invalid } from '@app/kernel';
import type { Policy } from '../access/policy';
import { bodyTooLarge, RequestAborted } from './body-text';
import type { WireRequest } from './request';

/** The file and the texts of a form. Names and types that the client declares for the file are not read. */
export interface UploadForm {
  file: Buffer;
  fields: Record<string, string>;
}

const MAX_FIELDS = 4;
const MAX_FIELD_BYTES = 1024;
const FORBIDDEN_NAME = '__proto__';

/**
 * Reads a multipart form with one file and at most four short texts, in any order. Throws VALIDATION_ERROR that names
 * the field, PAYLOAD_TOO_LARGE as soon as the file or the whole form is too large, and RequestAborted.
 */
export function readUpload(
  request: WireRequest,
  body: IncomingMessage,
  { field, maxBytes }: NonNullable<Policy['upload']>,
): Promise<UploadForm> {
  return new Promise((resolve, reject) => {
    const form = formParser(request, maxBytes);
    const fields: Record<string, string> = {};
    const files: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const settle = (end: () => void) => {
      if (isSettled) return;
      isSettled = true;
      body.off('data', count).off('error', abort).off('close', abort).unpipe(form);
      body.resume();
      end();
    };
    const refuse = (error: Error) => settle(() => reject(error));
    const count = (part: Buffer) => {
      length += part.length;
      if (length > request.bodyLimit) refuse(bodyTooLarge());
    };
    const abort = () => {
      if (!body.readableEnded) refuse(new RequestAborted('The client ended the connection.'));
    };

    form.on('file', (name: string, stream: BusboyFileStream) => {
      if (name !== field) refuse(invalid(field, `Send the file in the field ${field}.`));
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => !isSettled && parts.push(part));
      stream.on('limit', () => refuse(bodyTooLarge()));
      stream.on('error', () => refuse(malformedForm()));
      stream.on('end', () => files.push(Buffer.concat(parts)));
    });
    form.on('field', (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
      if (isNameCut || name === FORBIDDEN_NAME) return refuse(malformedForm());
      if (isCut) return refuse(invalid(name, `${name} is too long.`));
      if (Object.hasOwn(fields, name)) return refuse(invalid(name, `Send ${name} once.`));
      fields[name] = value;
    });
    form.on('filesLimit', () => refuse(invalid(field, 'Send one file at a time.')));
    form.on('fieldsLimit', () => refuse(invalid('body', `The form has more than ${MAX_FIELDS} texts.`)));
    form.on('partsLimit', () => refuse(malformedForm()));
    form.on('error', () => refuse(malformedForm()));
    form.on('finish', () => {
      const [file] = files;
      if (!file || file.length === 0) return refuse(invalid(field, `Send a file in the field ${field}.`));
      settle(() => resolve({ file, fields }));
    });
    if (body.destroyed) return abort();
    body.on('data', count).on('error', abort).on('close', abort).pipe(form);
  });
}

function formParser({ headers }: WireRequest, maxBytes: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: headers as { 'content-type': string },
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 2,
        fileSize: maxBytes,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    });
  } catch {
    throw malformedForm();
  }
}

const malformedForm = () => invalid('body', 'The body is not a valid multipart form.');

/** An action with an upload takes no other body. */
export const formRequired = () =>
  new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', 'Send a form (multipart/form-data).');
