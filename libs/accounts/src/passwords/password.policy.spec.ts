import { passwordFault } from './password.policy';

const EMAIL = 'ada.lovelace@example.com';

describe('password rules', () => {
  it.each([
    ...['aaaaaaaaaa', '1212121212', 'abcabcabcabc', 'xyzwxyzwxyzw', '😀😀😀😀😀😀😀😀😀😀'],
    ...[
      '0123456789',
      '9876543210',
      '2348031234567',
      'abcdefghij',
      'qwertyuiop',
      'poiuytrewq',
      'ASDFGHJKLZ',
      '1q2w3e4r5t',
    ],
  ])('refuse the pattern %s', (password) => {
    expect(passwordFault(password, EMAIL)).toMatch(/pattern/);
  });

  it.each([
    ...[
      'password12',
      'Password123!',
      'p@ssw0rd1234',
      'PASSWORD2026',
      'letmein12345',
      'iloveyou!!!',
      'trustno1234',
    ],
    // Leaked passwords that contain no word.
    ...['q1w2e3r4t5y6', 'ghbdtnghbdtn', 'Instagram2026', 'lagos123456'],
    ...['Liverpool1', 'jesuschrist', 'passwordpassword', 'welcome2026', 'ｐａｓｓｗｏｒｄ１２'],
  ])('refuse the common %s', (password) => {
    expect(passwordFault(password, EMAIL)).toMatch(/common/);
  });

  it.each(['ada.lovelace@example.com', 'ada.lovelace1', '!ADA.Lovelace!'])(
    'refuse the address in %s',
    (password) => {
      expect(passwordFault(password, EMAIL)).toMatch(/e-mail/);
    },
  );

  it.each([
    'correct horse battery',
    'a long enough passphrase',
    'Tr0ub4dor&3xy',
    'nine-wooden-boats',
    'password of my own making',
  ])('allow %s', (password) => {
    expect(passwordFault(password, EMAIL)).toBeNull();
  });

  it('allow a short mailbox name inside a longer password', () => {
    expect(passwordFault('canada geese fly', 'ada@example.com')).toBeNull();
    expect(passwordFault('stones and lovelace at the sea', 'lovelace@example.com')).toBeNull();
  });
});
