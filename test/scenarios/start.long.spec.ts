import net from 'node:net';
import { Clone, type Start, isRunning } from '../support/clone';
import { eventually } from '../support/eventually';
import { Program } from '../support/program';

describe('npm start', () => {
  const clone = Clone.withSmallApps();
  const everything: number[] = [];
  let stack: Start;

  const starts = async (): Promise<unknown> => (await fetch(stack.url('business-api'))).json();
  const remember = (): number[] => {
    const found = clone.processes();
    everything.push(...found);
    return found;
  };

  afterAll(() => {
    for (const pid of everything.filter(isRunning)) process.kill(pid, 'SIGKILL');
    clone.remove();
  });

  it('builds, starts everything and prints the addresses', async () => {
    stack = clone.start();
    await stack.says('Ready.');
    remember();
    expect(stack.output).toMatch(/scheduler +http/);
    const announced = ['Building …', 'Starting embedded PostgreSQL …', 'Migrating the database …'];
    for (const line of [...announced, 'Seeding demo data …', 'Starting the five apps …']) {
      expect(stack.output.split('\n')).toContain(line);
    }
    expect(stack.output.indexOf('Building …')).toBeLessThan(stack.output.search(/built +\d/));
    expect(stack.output).toContain('merchant@demo.example / demo');
    expect(stack.output).toMatch(/^ {2}mails +http:\/\/127\.0\.0\.1:\d+\/mails, /m);
    expect(await starts()).toEqual({ starts: 1 });
    expect(clone.services()).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:/) as string,
      BUSINESS_BASE_URL: stack.url('business-api'),
      APP_BASE_URL: stack.url('app-api'),
    });
  });

  it('refuses a second start in the same folder', async () => {
    const second = clone.start();
    expect(await second.ended).toBe(1);
    expect(second.output).toMatch(/already running \(process \d+\)/);
  });

  it('restarts an app that died', async () => {
    await fetch(`${stack.url('app-api')}/die`).catch(() => undefined);
    await stack.says('app-api ended unexpectedly (exit code 7); starting it again');
    await eventually(() =>
      fetch(stack.url('app-api')).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });

  it('recovers with its data after everything was killed', async () => {
    for (const pid of remember()) process.kill(pid, 'SIGKILL');
    await stack.ended;
    stack = clone.start();
    await stack.says('Ready.');
    expect(await starts()).toEqual({ starts: 2 });
  });

  it('recovers when only the start script was killed and its servers still run', async () => {
    remember();
    stack.child.kill('SIGKILL');
    await stack.ended;
    stack = clone.start();
    await stack.says('Ready.');
    expect(await starts()).toEqual({ starts: 3 });
  });

  it('restarts its database on the same port', async () => {
    // Process 0 would be the whole group, which includes these tests.
    const [postmaster] = remember().slice(-1);
    expect(postmaster).toBeGreaterThan(1);
    process.kill(postmaster!, 'SIGKILL');
    await stack.says('embedded PostgreSQL ended unexpectedly; starting it again');
    await eventually(() =>
      starts().then(
        (answer) => (answer as { starts: number }).starts === 3,
        () => false,
      ),
    );
  });

  it('leaves no process running when it is stopped', async () => {
    remember();
    stack.child.kill('SIGINT');
    expect(await stack.ended).toBe(0);
    expect(everything.filter(isRunning)).toEqual([]);
  });

  it('says a fault of the configuration in one sentence, before it starts anything', async () => {
    const refused = clone.start({ GATEWAY: 'stripe', CHECKOUT_PORT: 'many' });
    expect(await refused.ended).toBe(1);
    expect(refused.stderr.trim()).toMatch(
      /^Configuration refused: CHECKOUT_PORT: .*; GATEWAY: must be simulator or flutterwave\.$/,
    );
    expect(refused.output).not.toContain('PostgreSQL');
  });

  it('says that no Redis answers at REDIS_URL before it is ready', async () => {
    const started = clone.start({ REDIS_URL: 'redis://:secret@127.0.0.1:1' });
    await started.says('Ready.');
    remember();
    const said = started.output.indexOf('REDIS_URL: no Redis answers at 127.0.0.1:1.');
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(started.output.indexOf('Ready.'));
    expect(started.output).not.toContain('secret');
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  it('refuses a configured port that is taken', async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as net.AddressInfo;
    const refused = clone.start({ CHECKOUT_PORT: String(port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain(`CHECKOUT_PORT=${port} is taken by another process`);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('An app', () => {
  it('says a fault of its configuration in one sentence', async () => {
    const app = Program.run('dist/apps/business-api/src/main.js', [], { GATEWAY: 'stripe' });
    expect(await app.ended).toBe(1);
    expect(app.output).toBe('Configuration refused: GATEWAY: must be simulator or flutterwave.\n');
  });
});
