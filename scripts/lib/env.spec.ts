import { loadEnv, parseEnv } from './env.mjs';

describe('The .env file', () => {
  it('is read line by line without comments and quotes', () => {
    const text = [
      '# a comment',
      'A=1',
      ' export B = two words ',
      'C="#3 = x"',
      "D='q'",
      'E=4 # why',
      'F=',
      'no line',
    ];
    expect(parseEnv(text.join('\r\n'))).toEqual({
      A: '1',
      B: 'two words',
      C: '#3 = x',
      D: 'q',
      E: '4',
      F: '',
    });
  });

  it('is overridden by the environment, and an empty value counts as absent', () => {
    expect(loadEnv({ A: 'x', B: '' }, '/nowhere/.env')).toEqual({ A: 'x' });
  });
});
