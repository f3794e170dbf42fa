import { Config } from '@app/config';
import { EgressPolicy } from './egress-policy';

const policyOf = (env: Record<string, string>) => new EgressPolicy(Config.from(env));
const strict = policyOf({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'false' });
const open = policyOf({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'true' });
/** A production configuration requires more variables than this class reads. */
const production = new EgressPolicy({ webhookAllowPrivate: false, isProduction: true } as Config);

const refused = (policy: EgressPolicy, url: string) =>
  expect(policy.assertAllowedUrl(url)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    extra: { errors: [{ field: 'url' }] },
  });

describe('Webhook URLs', () => {
  it.each([
    ...[
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://127.1/',
    ],
    ...['http://0/', 'http://0.0.0.0/', 'http://127.0.0.1./', 'http://①②⑦.0.0.1/', 'http://127.0.0.1%2e/'],
    ...[
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::127.0.0.1]/',
    ],
    ...[
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
    ],
    ...[
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://192.168.1.1:8080/',
      'http://100.64.0.1/',
    ],
    ...['http://localhost/', 'http://localhost:5432/'],
  ])('are refused at %s, which is not a public address', (url) => refused(strict, url));

  it.each([
    ...[
      '',
      'shop.example/hooks',
      '//shop.example',
      'ftp://shop.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ],
    ...[
      'http://user@shop.example/',
      'https://user:secret@shop.example/',
      'http://',
      'http://[::1',
      'gopher://8.8.8.8/',
    ],
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('are refused as %s, which is not an accepted web address', async (url) => {
    await refused(strict, url);
    await refused(open, url);
  });

  it.each(['http://8.8.8.8/', 'https://8.8.8.8:444/', 'https://8.8.8.8:22/', 'https://8.8.8.8:80/'])(
    'are refused in production as %s',
    (url) => refused(production, url),
  );

  it.each(['https://8.8.8.8/', 'https://8.8.8.8:8443/hooks?a=b', 'https://[2606:4700::1111]/'])(
    'are accepted in production as %s',
    (url) => expect(production.assertAllowedUrl(url)).resolves.toBeUndefined(),
  );

  it.each(['http://127.0.0.1:3000/hooks', 'http://localhost/', 'http://[::1]:1/', 'https://10.0.0.1/'])(
    'are accepted as %s where private addresses are allowed',
    (url) => expect(open.assertAllowedUrl(url)).resolves.toBeUndefined(),
  );

  it('are accepted when their name does not resolve yet, because the connection is checked again', () =>
    expect(strict.assertAllowedUrl('https://nowhere.invalid/')).resolves.toBeUndefined());

  it('are refused with the name of the invalid field', () =>
    expect(strict.assertAllowedUrl('nonsense', 'webhook_url')).rejects.toMatchObject({
      extra: { errors: [{ field: 'webhook_url' }] },
    }));
});
