import fs from 'node:fs';

/** Collects the log lines of the apps until `restore`. Where the log is written depends on how the test runs. */
export function takeLog(): { lines: string[]; restore: () => void } {
  const lines: string[] = [];
  const outputs = [
    jest.spyOn(fs, 'writeSync').mockImplementation(((_fd: number, text: unknown) => {
      lines.push(String(text));
      return String(text).length;
    }) as never),
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation(((text: unknown) => lines.push(String(text)) > 0) as never),
  ];
  return { lines, restore: () => outputs.forEach((output) => output.mockRestore()) };
}
