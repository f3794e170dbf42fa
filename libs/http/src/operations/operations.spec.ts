import { Config } from '@app/config';
import { createLogger } from '../logging/logger';
import { OperationsController } from './operations.controller';
import { rewriteWirePath } from '../wire/wire-path';
import { loggableUrl } from './request-log';

describe('What the log shows of a request', () => {
  it.each([
    ['/api/wallet.php?action=transfer', '/api/wallet.php?action=transfer'],
    ['/api/wallet.php?action=transfer&amount=5', '/api/wallet.php?action=transfer'],
    ['/api/business.php?x=1&action=create&section=apps', '/api/business.php?section=apps&action=create'],
    ['/api/sessions.php?session_id=cs_live_secret', '/api/sessions.php'],
    ['/api/wallet.php?action=S3cr3t', '/api/wallet.php?action=!malformed'],
    ['/api/escrow/s3cr3t', '/api/!unknown-file'],
    ['/pay/s3cr3t?x=1', 'the route'],
    ['//pay/s3cr3t', 'the route'],
    ['/%70ay/s3cr3t', 'the route'],
  ])('%s is logged as %s', (url, logged) =>
    expect(loggableUrl(url, rewriteWirePath(url), 'the route')).toBe(logged),
  );

  it('redacts secrets in an entry', () => {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const logger = createLogger(Config.from({ LOG_LEVEL: 'info' }), 'test');
    const stream = logger[
      Object.getOwnPropertySymbols(logger).find((s) => s.description === 'pino.stream')! as never
    ] as { write(line: string): void };
    jest.spyOn(stream, 'write').mockImplementation((line: string) => void lines.push(line));
    logger.info({
      body: { pin: '9473', card: { number: '4000000000000000' }, password: 'hunter22222' },
      headers: { 'x-api-key': 'sk_live_canary', authorization: 'Bearer canary' },
    });
    logger.error({
      err: Object.assign(new Error('refused'), { parameters: ['canary'], detail: 'Key (email)=(canary)' }),
    });
    write.mockRestore();
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/9473|4000000000000000|hunter22222|canary/);
  });
});

describe('Readiness', () => {
  it('asks the database once for all who wait, and again for those who come later', async () => {
    const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const pool = {
      query: () =>
        new Promise<void>((resolve, reject) => {
          answers.push({ resolve, reject });
        }),
    };
    const probes = new OperationsController(pool as never, Config.from({}), {} as never);
    const together = Array.from({ length: 50 }, () => probes.ready());
    expect(answers).toHaveLength(1);
    answers[0]!.resolve();
    expect(await Promise.all(together)).toEqual(Array(50).fill({ status: 'ok' }));
    const failing = [probes.ready(), probes.ready()];
    expect(answers).toHaveLength(2);
    answers[1]!.reject(new Error('away'));
    for (const probe of failing) await expect(probe).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const later = probes.ready();
    answers[2]!.resolve();
    expect(await later).toEqual({ status: 'ok' });
  });
});
