import { createHmac } from 'node:crypto';
import { signatureHeaders } from './signature.policy';

/** The example that the Standard Webhooks libraries are tested with. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const TIMESTAMP = 1614265330;
const BODY = '{"test": 2432232314}';

describe('the signature of a webhook', () => {
  it('is the Standard Webhooks signature of id, timestamp and body', () => {
    expect(signatureHeaders([SECRET], ID, TIMESTAMP, BODY)).toMatchObject({
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is the hex HMAC-SHA256 of the body, keyed with the whole text of the secret', () => {
    // openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
    expect(signatureHeaders([SECRET], ID, TIMESTAMP, BODY)['X-Service-Signature']).toBe(
      'sha256=80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c',
    );
  });

  it('signs with every valid secret, newest first, and adds a header for the previous secret', () => {
    const older = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const headers = signatureHeaders([SECRET, older], ID, TIMESTAMP, BODY);
    const byOlder = createHmac('sha256', Buffer.alloc(24, 7)).update(`${ID}.${TIMESTAMP}.${BODY}`);
    expect(headers['webhook-signature']).toBe(
      `v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,${byOlder.digest('base64')}`,
    );
    const alone = (secret: string) => signatureHeaders([secret], ID, TIMESTAMP, BODY);
    expect(headers['X-Service-Signature']).toBe(alone(SECRET)['X-Service-Signature']);
    expect(headers['X-Service-Signature-Previous']).toBe(alone(older)['X-Service-Signature']);
    expect(alone(SECRET)).not.toHaveProperty('X-Service-Signature-Previous');
  });

  it('covers bytes, not characters', () => {
    const body = JSON.stringify({ note: 'naïve ₦ 🎉' });
    const expected = createHmac('sha256', SECRET).update(Buffer.from(body)).digest('hex');
    expect(signatureHeaders([SECRET], ID, TIMESTAMP, body)['X-Service-Signature']).toBe(`sha256=${expected}`);
  });

  it('throws without a secret', () => {
    expect(() => signatureHeaders([], ID, TIMESTAMP, BODY)).toThrow('no secret');
  });
});
