import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

describe('The timetable', () => {
  it('contains every job', () => {
    const timetable = readFileSync(path.join(__dirname, 'timetable.ts'), 'utf8');
    const folders = readdirSync(path.join(ROOT, 'libs')).map((lib) =>
      path.join(ROOT, 'libs', lib, 'src/jobs'),
    );
    const files = folders
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)));
    const jobs = files
      .map((file) => /@Injectable\(\)\nexport class (\w+)/.exec(readFileSync(file, 'utf8'))?.[1])
      .filter((name) => name !== undefined);
    expect(jobs.length).toBeGreaterThan(5);
    for (const job of jobs) expect(timetable).toContain(`: ${job},`);
  });
});
