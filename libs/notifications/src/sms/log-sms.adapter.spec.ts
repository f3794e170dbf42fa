import { Config } from '@app/config';
import pino from 'pino';
import { LogSms } from './log-sms.adapter';

const SMS = { id: 'sms-1', to: '+2348031234567', text: 'Your code is 123456.', validSeconds: 600 };

async function lineOf(NODE_ENV: 'development' | 'test' | 'production'): Promise<string> {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  await new LogSms(new Config({ ...Config.from({}).env, NODE_ENV }), logger).send(SMS);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

describe('Text messages in the log', () => {
  it('show their text in development, where there is no provider', async () => {
    expect(JSON.parse(await lineOf('development'))).toMatchObject({ msg: 'sms', to: SMS.to, text: SMS.text });
  });

  it.each(['test', 'production'] as const)('show neither code nor number in %s', async (environment) => {
    const line = await lineOf(environment);
    expect(line).not.toMatch(/123456|8031234567/);
    expect(JSON.parse(line)).toMatchObject({ msg: 'sms', sms: 'sms-1', to: '+234***67' });
  });
});
