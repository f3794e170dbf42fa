import { Config } from '@app/config';
import { responseHeaders } from './response-headers';

const config = (urls: Record<string, string> = {}) => Config.from({ NODE_ENV: 'test', ...urls });

describe('the headers of every response', () => {
  it('forbid storing, other types, loading and frames', () => {
    expect(responseHeaders(config(), 'business')).toEqual({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('ask browsers for TLS if the public address of the host has it', () => {
    const headers = (host: 'app' | 'business' | 'scheduler') =>
      responseHeaders(config({ APP_BASE_URL: 'https://app.example.com' }), host);
    expect(headers('app')['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers('business')).not.toHaveProperty('strict-transport-security');
    expect(headers('scheduler')).not.toHaveProperty('strict-transport-security');
  });
});
