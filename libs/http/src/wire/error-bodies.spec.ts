import { Config } from '@app/config';
import { DomainError } from '@app/kernel';
import { ErrorBodies } from './error-bodies';

const config = Config.from({
  APP_BASE_URL: 'https://app.example.com/',
  BUSINESS_BASE_URL: 'https://api.example.com/v1',
});
const error = new DomainError('rate-limited', 'RATE_LIMITED', 'Slow down.', { retry_after: 3 });

describe('The body of an error', () => {
  it.each([
    ['app', 'https://app.example.com/docs/errors#RATE_LIMITED'],
    ['business', 'https://api.example.com/v1/docs/errors#RATE_LIMITED'],
    ['scheduler', 'https://api.example.com/v1/docs/errors#RATE_LIMITED'],
  ] as const)('has the address of its code in the documentation of the %s host', (host, docUrl) =>
    expect(JSON.parse(new ErrorBodies(config, host).write('A', error, 'id'))).toEqual({
      success: false,
      message: 'Slow down.',
      error_code: 'RATE_LIMITED',
      doc_url: docUrl,
      request_id: 'id',
      retry_after: 3,
    }),
  );

  it('has the status that is sent in variant B', () => {
    const bodies = new ErrorBodies(config, 'checkout');
    const statusOf = (text: string) => (JSON.parse(text) as { status_code: number }).status_code;
    expect([bodies.write('B', error, 'id'), bodies.write('B', error, 'id', 408)].map(statusOf)).toEqual([
      429, 408,
    ]);
  });
});
