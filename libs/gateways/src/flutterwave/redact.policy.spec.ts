import { redact } from './redact.policy';

describe('redact', () => {
  it.each(['4000000000000000', '4000 0000 0000 0000', '4000-0000-0000-0000', '5061460166976054667'])(
    'hides the card number %s',
    (number) => {
      expect(redact(`card ${number} is not supported`)).toBe('card [card number] is not supported');
    },
  );

  it('hides the given secrets anywhere in the text', () => {
    expect(redact('key FLWSECK-1 and again FLWSECK-1', ['FLWSECK-1', ''])).toBe(
      'key [secret] and again [secret]',
    );
  });

  it('keeps amounts and short numbers', () => {
    expect(redact('Insufficient funds: 1234567.50 of 12')).toBe('Insufficient funds: 1234567.50 of 12');
  });

  it('returns one short line', () => {
    expect(redact(`a\r\nb\u202ec${'x'.repeat(500)}`)).toMatch(/^a b cx{195}$/);
  });
});
