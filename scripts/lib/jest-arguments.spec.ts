import { jestArguments } from './jest-arguments.mjs';

describe('Arguments for Jest', () => {
  it.each([
    [
      ['--selectProjects=e2e', 'test/e2e/keys', '-t', 'e2e'],
      ['test/e2e/keys', '-t', 'e2e', '--selectProjects', 'e2e'],
    ],
    [
      ['--selectProjects', 'e2e', 'unit', 'libs/fx'],
      ['libs/fx', '--selectProjects', 'e2e', 'unit'],
    ],
    [
      ['--ignoreProjects', 'proofs', '--selectProjects=unit', '--selectProjects=e2e'],
      ['--ignoreProjects', 'proofs', '--selectProjects', 'unit', 'e2e'],
    ],
    [
      ['libs/fx', '-t', 'fee'],
      ['libs/fx', '-t', 'fee'],
    ],
  ])('%p are passed as %p', (given, passed) => {
    expect(jestArguments(given)).toEqual(passed);
  });

  it('name the projects of the configuration', async () => {
    const { default: config } = await import('../../jest.config.mjs');
    const names = config.projects.map(({ displayName }: { displayName: string }) => displayName);
    expect(jestArguments(['--selectProjects', ...names])).toEqual(['--selectProjects', ...names]);
  });
});
