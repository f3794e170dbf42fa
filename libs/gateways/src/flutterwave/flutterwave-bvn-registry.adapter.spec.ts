import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bvn, BvnRegistryAway } from '@app/kyc';
import { dateFromResponse } from './bvn.mapping';
import { FlutterwaveBvnRegistry } from './flutterwave-bvn-registry.adapter';

const SECRET = 'FLWSECK-not-a-real-key';
const NUMBER = '22123456789';
const REFERENCE = 'FLW71d7b5bc81a31fd1c5c1d61eb0';
const REDIRECT = 'https://api.example.com/api/kyc.php?action=bvn-return';

const RECORD = {
  bvn: NUMBER,
  nin: '',
  gender: 'Female',
  surname: 'OKAFOR',
  firstName: 'ADA',
  middleName: 'NGOZI',
  dateOfBirth: '31-Jan-1990',
  watchlisted: 'NO',
  phoneNumber1: '08000000000',
};

/** A server that gives one response to each request and records them. */
describe('FlutterwaveBvnRegistry', () => {
  let server: Server;
  let registry: FlutterwaveBvnRegistry;
  let asked: { method: string; path: string; authorization: string; body: string }[];
  let answers: { status: number; body: unknown }[];

  beforeAll(async () => {
    server = createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        const { method = '', url: path = '', headers } = message;
        const body = Buffer.concat(chunks).toString();
        asked.push({ method, path, authorization: headers.authorization ?? '', body });
        const answer = answers.shift()!;
        response.statusCode = answer.status;
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
    registry = new FlutterwaveBvnRegistry({ baseUrl, secretKey: SECRET, encryptionKey: '' });
  });

  beforeEach(() => {
    asked = [];
    answers = [];
  });

  afterAll(async () => {
    await registry.onApplicationShutdown();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer = (status: number, body: unknown) => answers.push({ status, body });
  const success = (data: unknown) => ({ status: 'success', message: 'Done', data });
  const error = (message: string) => ({ status: 'error', message, data: null });
  const start = () =>
    registry.start({ bvn: new Bvn(NUMBER), firstName: 'Ada', lastName: 'Okafor', redirectUrl: REDIRECT });
  const result = () => registry.result(REFERENCE);
  const verification = (fields: object) =>
    success({ first_name: 'Ada', last_name: 'Okafor', reference: REFERENCE, bvn_data: null, ...fields });

  it('orders a verification and returns the address of the consent page', async () => {
    answer(200, success({ url: 'https://consent.example/once', reference: REFERENCE }));
    expect(await start()).toEqual({
      kind: 'started',
      reference: REFERENCE,
      consentUrl: 'https://consent.example/once',
    });
    const [{ method, path, authorization, body }] = asked as [(typeof asked)[0]];
    expect([method, path, authorization]).toEqual(['POST', '/v3/bvn/verifications', `Bearer ${SECRET}`]);
    expect(JSON.parse(body)).toEqual({
      bvn: NUMBER,
      firstname: 'Ada',
      lastname: 'Okafor',
      redirect_url: REDIRECT,
    });
  });

  it.each([
    ['no address', { url: null }],
    ['no field for it', {}],
    ['the return address', { url: `${REDIRECT}&reference=${REFERENCE}` }],
  ])('treats %s as a consent that was given before', async (_, fields) => {
    answer(200, success({ ...fields, reference: REFERENCE }));
    expect(await start()).toEqual({ kind: 'started', reference: REFERENCE, consentUrl: null });
  });

  it.each([
    ['Invalid BVN'],
    ['BVN not found'],
    ['The BVN supplied is invalid'],
    ['BVN supplied does not exist'],
  ])('treats "%s" as an unknown number', async (message) => {
    answer(400, error(message));
    expect(await start()).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['a wrong key', 401, error('Invalid authorization key')],
    ['a service that is not enabled', 400, error('BVN verification is not enabled for this merchant')],
    ['too many requests', 429, error('Invalid BVN')],
    ['503', 503, error('Service unavailable')],
    ['a page', 200, '<html>Bad gateway</html>'],
    ['no reference', 200, success({ url: null })],
    ['an address that is none', 200, success({ url: 'javascript:alert(1)', reference: REFERENCE })],
    ['success with an error status', 500, success({ reference: REFERENCE })],
  ])('is unavailable for %s', async (_, status, body) => {
    answer(status, body);
    await expect(start()).rejects.toBeInstanceOf(BvnRegistryAway);
    expect(asked).toHaveLength(1);
  });

  it('names neither the number nor the key in errors', async () => {
    answer(400, error(`Merchant ${SECRET} may not ask for ${NUMBER}`));
    const failure = (await start().catch((reason: unknown) => reason)) as Error;
    expect(failure.message).toContain('[secret]');
    expect(`${failure.message}${failure.stack}`).not.toContain(NUMBER);
    expect(`${failure.message}${failure.stack}`).not.toContain(SECRET);
  });

  it('reads a record', async () => {
    answer(200, verification({ status: 'COMPLETED', bvn_data: RECORD }));
    const found = await result();
    expect(asked[0]!.path).toBe(`/v3/bvn/verifications/${REFERENCE}`);
    expect(found).toMatchObject({
      kind: 'found',
      record: {
        firstName: 'ADA',
        middleName: 'NGOZI',
        lastName: 'OKAFOR',
        dateOfBirth: '1990-01-31',
        isWatchListed: false,
      },
    });
    expect(found.kind === 'found' && found.record.bvn?.digits).toBe(NUMBER);
  });

  it.each([
    ['INITIATED', 'pending'],
    ['PENDING', 'pending'],
    ['COMPLETED', 'pending'],
    ['FAILED', 'declined'],
    ['DECLINED', 'declined'],
  ])('treats %s without a record as %s', async (status, kind) => {
    answer(200, verification({ status }));
    expect(await result()).toEqual({ kind });
  });

  it.each([
    ['of another reference', verification({ status: 'COMPLETED', reference: 'FLWother000000' })],
    ['with an unknown status', verification({ status: 'MAYBE' })],
    ['without names', verification({ status: 'COMPLETED', bvn_data: { firstName: 'ADA' } })],
  ])('is unavailable for an answer %s', async (_, body) => {
    answer(200, body);
    answer(200, body);
    await expect(result()).rejects.toBeInstanceOf(BvnRegistryAway);
  });

  it('asks a second time for a result that was not answered', async () => {
    answer(503, error('Service unavailable'));
    answer(200, verification({ status: 'INITIATED' }));
    expect(await result()).toEqual({ kind: 'pending' });
    expect(asked).toHaveLength(2);
  });
});

it.each([
  ['1990-01-31', '1990-01-31'],
  ['1990-01-31T00:00:00.000Z', '1990-01-31'],
  ['31-01-1990', '1990-01-31'],
  ['31/01/1990', '1990-01-31'],
  ['1-Jan-1990', '1990-01-01'],
  ['31 January 1990', '1990-01-31'],
  ['31-13-1990', null],
  ['31-Foo-1990', null],
  ['yesterday', null],
  [null, null],
])('reads the birth date %s as %s', (text, expected) => expect(dateFromResponse(text)).toBe(expected));
