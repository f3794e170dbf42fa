import { isCommitUncertain, isLockTimeout, isServerUnreachable, LockWaitTimeout } from './commit-failures';

const fromServer = (code: string) => Object.assign(new Error('no'), { severity: 'ERROR', code });
const fromNetwork = (code: string) => Object.assign(new Error('no'), { code });

describe('the failure of a batch', () => {
  it.each([
    ['the server refused a row', fromServer('23505'), { doubtful: false, unreached: false }],
    ['the server gave up a lock', fromServer('55P03'), { doubtful: false, unreached: false }],
    ['the server was stopped', fromServer('57P01'), { doubtful: true, unreached: false }],
    ['the server is not up yet', fromServer('57P03'), { doubtful: true, unreached: true }],
    ['the server takes no more', fromServer('53300'), { doubtful: false, unreached: true }],
    ['nobody listens', fromNetwork('ECONNREFUSED'), { doubtful: true, unreached: true }],
    ['the connection broke', fromNetwork('ECONNRESET'), { doubtful: true, unreached: false }],
    ['there was no answer', new Error('Query read timeout'), { doubtful: true, unreached: false }],
    [
      'no connection was free in time',
      new Error('timeout exceeded when trying to connect'),
      { doubtful: true, unreached: false },
    ],
  ])('%s', (_says, error, expected) => {
    expect({ doubtful: isCommitUncertain(error), unreached: isServerUnreachable(error) }).toEqual(expected);
  });

  it('treats a unit that waited too long as one whose lock was not available', () => {
    expect([new LockWaitTimeout(), fromServer('55P03'), fromServer('23505')].map(isLockTimeout)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
