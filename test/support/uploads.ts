import { checkAnswer } from './checked-answers';
import type { CallOptions, HttpAnswer } from './http-client';
import type { Platform } from './platform';

interface UploadOptions extends CallOptions {
  docType?: string;
  tier?: number | string;
  /** Name that the client declares for the file. */
  name?: string;
  host?: 'business' | 'app';
}

/** Uploads a file to `kyc.php`, with further fields and files where they are given. */
export async function upload(
  platform: Pick<Platform, 'urls'>,
  file: Buffer,
  { docType = 'passport', tier = 1, name = 'scan.jpg', host = 'business', ...by }: UploadOptions = {},
): Promise<HttpAnswer> {
  return sendForm(
    platform,
    [
      ['document', file, name],
      ['doc_type', docType],
      ['tier', String(tier)],
    ],
    { host, ...by },
  );
}

type Part = [name: string, value: string] | [name: string, value: Buffer, fileName: string];

/** Uploads a file as the logo of a business. */
export function uploadLogo(
  platform: Pick<Platform, 'urls'>,
  file: Buffer,
  by: CallOptions,
): Promise<HttpAnswer> {
  return sendForm(platform, [['logo', file, 'logo.png']], {
    ...by,
    path: 'business.php?section=brand&action=upload-logo',
  });
}

/** Uploads a picture as evidence against a chargeback. */
export function uploadEvidence(
  platform: Pick<Platform, 'urls'>,
  file: Buffer,
  chargebackId: string,
  by: CallOptions,
): Promise<HttpAnswer> {
  return sendForm(
    platform,
    [
      ['chargeback_id', chargebackId],
      ['file', file, 'receipt.png'],
    ],
    { ...by, path: 'business.php?section=chargebacks&action=upload' },
  );
}

/** Sends a form with these parts, in their order. */
export async function sendForm(
  platform: Pick<Platform, 'urls'>,
  parts: readonly Part[],
  {
    host = 'business',
    token,
    key,
    path = 'kyc.php?action=upload',
  }: CallOptions & { host?: 'business' | 'app'; path?: string },
): Promise<HttpAnswer> {
  const form = new FormData();
  for (const [field, value, fileName] of parts) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([Uint8Array.from(value)]), fileName);
  }
  const url = `${platform.urls[host]}/api/${path}`;
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'x-api-key': key }) },
  });
  const { status, headers } = response;
  const text = await response.text();
  const body = JSON.parse(text) as unknown;
  if (response.ok)
    checkAnswer(url, { method: 'POST', status, contentType: headers.get('content-type'), body });
  return {
    status,
    headers,
    text,
    body,
    retryAfter: headers.get('retry-after'),
  };
}
