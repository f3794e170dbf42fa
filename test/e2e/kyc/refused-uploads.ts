import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../../support/http-client';
import { pdf } from '../../support/identity-files';
import type { Platform } from '../../support/platform';
import { sendForm, upload } from '../../support/uploads';

export const MAX_BYTES = 5 * 1024 * 1024;
/** What the virus scanner of the test finds. */
export const SIGNATURE = 'a virus of this test';

type Send = (platform: Platform, picture: Buffer, token: string, key: string) => Promise<HttpAnswer>;

/** Uploads with their refusal: status, code and the field that is named. */
export const REFUSED: readonly (readonly [what: string, refusal: string, send: Send])[] = [
  [
    'of another type',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, Buffer.from('GIF89a'), { token }),
  ],
  [
    'that is empty',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, Buffer.alloc(0), { token }),
  ],
  [
    'whose picture is cut',
    '400 VALIDATION_ERROR document',
    (platform, file, token) => upload(platform, file.subarray(0, 1500), { token }),
  ],
  [
    'whose picture is noise',
    '400 VALIDATION_ERROR document',
    (platform, _, token) =>
      upload(platform, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(999)]), { token }),
  ],
  [
    'with a PDF that is cut',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, pdf('').subarray(0, 60), { token }),
  ],
  [
    'with a PDF that has a password',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, pdf('', { isEncrypted: true }), { token }),
  ],
  [
    'with a PDF of 11 pages',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, pdf('', { pages: 11 }), { token }),
  ],
  [
    'with a PDF of a huge page',
    '400 VALIDATION_ERROR document',
    (platform, _, token) => upload(platform, pdf('', { size: [14_400, 14_400] }), { token }),
  ],
  [
    'of an unknown doc_type',
    '400 VALIDATION_ERROR doc_type',
    (platform, file, token) => upload(platform, file, { token, docType: 'visa' }),
  ],
  [
    'of a tier that is none',
    '400 VALIDATION_ERROR tier',
    (platform, file, token) => upload(platform, file, { token, tier: 3 }),
  ],
  [
    'of a tier that does not fit',
    '400 VALIDATION_ERROR tier',
    (platform, file, token) => upload(platform, file, { token, tier: 2 }),
  ],
  [
    'of a business document of a person',
    '403 ACCOUNT_TYPE_FORBIDDEN',
    (platform, file, token) => upload(platform, file, { token, docType: 'business_registration' }),
  ],
  [
    'without a file',
    '400 VALIDATION_ERROR document',
    (platform, _, token) =>
      sendForm(
        platform,
        [
          ['doc_type', 'selfie'],
          ['tier', '1'],
        ],
        { token },
      ),
  ],
  [
    'with two files',
    '400 VALIDATION_ERROR document',
    (platform, file, token) =>
      sendForm(
        platform,
        [
          ['document', file, 'a'],
          ['document', file, 'b'],
          ['doc_type', 'selfie'],
          ['tier', '1'],
        ],
        { token },
      ),
  ],
  [
    'with the file in another field',
    '400 VALIDATION_ERROR document',
    (platform, file, token) =>
      sendForm(
        platform,
        [
          ['file', file, 'a'],
          ['doc_type', 'selfie'],
          ['tier', '1'],
        ],
        { token },
      ),
  ],
  [
    'with a field twice',
    '400 VALIDATION_ERROR tier',
    (platform, file, token) =>
      sendForm(
        platform,
        [
          ['tier', '1'],
          ['tier', '1'],
          ['document', file, 'a'],
        ],
        { token },
      ),
  ],
  [
    'with five texts',
    '400 VALIDATION_ERROR body',
    (platform, file, token) =>
      sendForm(
        platform,
        [...[1, 2, 3, 4, 5].map((n): [string, string] => [`t${n}`, 'x']), ['document', file, 'a']],
        { token },
      ),
  ],
  [
    'with a long text',
    '400 VALIDATION_ERROR doc_type',
    (platform, file, token) =>
      sendForm(
        platform,
        [
          ['document', file, 'a'],
          ['doc_type', 'x'.repeat(2000)],
        ],
        { token },
      ),
  ],
  [
    'of an account whose e-mail address is not proved',
    '403 KYC_REQUIRED',
    async (platform, file, token) => {
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
        sub: string;
      };
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [sub]);
      await platform.sessionChangesProcessed();
      return upload(platform, file, { token });
    },
  ],
  ['without a credential', '401 UNAUTHENTICATED', (platform, file) => upload(platform, file)],
  ['with an API key', '403 SESSION_REQUIRED', (platform, file, _, key) => upload(platform, file, { key })],
  [
    'over 5 MB',
    '413 PAYLOAD_TOO_LARGE',
    (platform, _, token) => upload(platform, Buffer.alloc(MAX_BYTES + 1), { token }),
  ],
  [
    'of 20 MB',
    '413 PAYLOAD_TOO_LARGE',
    (platform, _, token) => upload(platform, Buffer.alloc(20_000_000), { token }),
  ],
  [
    'that is infected',
    '400 VALIDATION_ERROR document',
    (platform, _, token) =>
      upload(platform, Buffer.concat([pdf('0 0 m'), Buffer.from(SIGNATURE)]), { token }),
  ],
];
