import { accessOf } from './access.mjs';
import { readCommand, UsageError } from './command-line.mjs';
import { help } from './help.mjs';
import { dataOf } from './trigger.mjs';

const TEST_KEY = 'sk_test_x';

interface Command {
  name?: string;
  given?: string;
  options: Record<string, unknown>;
}
type Access = Parameters<typeof accessOf>[0];

describe('The command line of pay', () => {
  it.each([
    [['listen', '--forward-to', 'x'], 'listen', undefined],
    [['events', 'tail', '--json'], 'events tail', undefined],
    [['--key', 'k', 'events', 'resend', 'id'], 'events resend', 'id'],
    [['trigger', '--data', 'a=1', 'payment.success', '--data=b=2'], 'trigger', 'payment.success'],
    [['mails', '--to', 'a@example.com', '--code'], 'mails', undefined],
    [[], undefined, undefined],
  ])('%j is accepted', (argv, name, given) => {
    const command = readCommand(argv) as Command;
    expect([command.name, command.given]).toEqual([name, given]);
  });

  it.each([
    [['trigger'], 'needs the name of an event'],
    [['trigger', 'a', 'b'], '`b` is not understood'],
    [['listen', 'x'], '`x` is not understood'],
    [['events'], 'There is no command `events`'],
    [['event', 'tail'], 'There is no command `event tail`'],
    [['events', 'tail', '--latest'], 'has no option --latest'],
    [['events', 'tail', '--after', '-1'], 'ambiguous'],
    [['events', 'tail', '--after'], 'argument missing'],
    [['mails', 'a@example.com'], '`a@example.com` is not understood'],
    [['listen', '--code'], 'has no option --code'],
    [['mails', '--key', 'k'], 'has no option --key'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('%j is refused: %s', (argv, message) => {
    expect(() => readCommand(argv)).toThrow(UsageError);
    expect(() => readCommand(argv)).toThrow(message);
  });

  it.each(['listen', 'trigger', 'events tail', 'events resend', undefined])('explains %s', (name) => {
    const command = readCommand([...(name?.split(' ') ?? []), '--help']) as Command;
    expect([command.name, command.options.help]).toEqual([name, true]);
    expect(help(name)).toContain(name ? `pay ${name}` : 'Exit codes');
    expect(help(name)).toContain('--key');
  });

  it('explains mails, which needs no key', () => {
    expect(help('mails')).toContain('pay mails');
    expect(help('mails')).not.toContain('--key');
  });
});

describe('Data for a sample', () => {
  it('is read from assignments: JSON as such, other values as text', () => {
    expect(dataOf(['a=1', 'b=text', 'c=null', 'd="1"', 'e.f=true', 'e.g=', 'h=a=b'])).toEqual({
      a: 1,
      b: 'text',
      c: null,
      d: '1',
      e: { f: true, g: '' },
      h: 'a=b',
    });
  });

  it('does not change a prototype', () => {
    dataOf(['__proto__.x=1', 'constructor.prototype.y=1']);
    expect({}).not.toHaveProperty('x');
    expect({}).not.toHaveProperty('y');
  });

  it.each(['a', '=1', 'A=1', 'a..b=1', 'a b=1'])('%s is refused', (text) =>
    expect(() => dataOf([text])).toThrow(UsageError),
  );
});

describe('The address of the command line', () => {
  const none = { DEMO_FILE: '/nowhere/demo.json' };

  it.each([
    [{ key: TEST_KEY }, none, 'test http://127.0.0.1:3003'],
    [{ key: 'ck_sec_x' }, none, 'test http://127.0.0.1:3003'],
    [{ key: 'sk_live_x' }, none, 'live http://127.0.0.1:3001'],
    [{ key: TEST_KEY, api: 'https://api.example/base' }, none, 'test https://api.example/base'],
    [{}, { ...none, PAY_API_KEY: TEST_KEY, PAY_API_URL: 'http://x' }, 'test http://x'],
  ])('%j with %j', (options, env, expected) => {
    const { mode, base } = accessOf(options as Access, env);
    expect(`${mode} ${base}`).toBe(expected);
  });

  it.each([
    [{}, 'There is no key'],
    [{ key: 'pk_test_x' }, 'no secret key'],
    [{ key: TEST_KEY, app: 'live' }, 'does not go with a test key'],
    [{ key: TEST_KEY, app: 'prod' }, '--app is test or live'],
    [{ key: TEST_KEY, api: 'localhost:3003' }, 'no address of an API'],
  ])('%j is refused', (options, message) => expect(() => accessOf(options as Access, none)).toThrow(message));
});
