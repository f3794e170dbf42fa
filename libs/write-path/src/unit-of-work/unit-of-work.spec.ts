import { DomainEvent, ManualClock } from '@app/kernel';
import { UnitOfWork } from './unit-of-work';
import { PendingWrites } from './pending-writes';

class Happened extends DomainEvent {
  static override readonly type = 'test.happened';
}

const event = (name: string) => new Happened(name, 'owner', 'live', {});
const namesIn = (pendingWrites: PendingWrites) =>
  pendingWrites.events.map((recorded) => recorded.event.aggregateId);
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The unit of work', () => {
  const unit = new UnitOfWork(new ManualClock());

  it('belongs to the running command when several run at once', async () => {
    const works = ['a', 'b', 'c'].map(() => new PendingWrites());
    await Promise.all(
      works.map((work, i) =>
        unit.run(work, async () => {
          unit.record(event(`${i} begins`));
          for (let n = 0; n <= i; n++) await turn();
          unit.runAtOnce(works[(i + 1) % 3]!, () => unit.record(event(`decided in ${i}`)));
          unit.record(event(`${i} ends`));
        }),
      ),
    );
    expect(works.map((work) => namesIn(work).filter((name) => !name.startsWith('decided')))).toEqual([
      ['0 begins', '0 ends'],
      ['1 begins', '1 ends'],
      ['2 begins', '2 ends'],
    ]);
    expect(works.map((work) => namesIn(work).filter((name) => name.startsWith('decided')))).toEqual([
      ['decided in 2'],
      ['decided in 0'],
      ['decided in 1'],
    ]);
  });

  it('is absent between commands and present again in the next', async () => {
    const [first, second] = [new PendingWrites(), new PendingWrites()];
    await unit.run(first, async () => void unit.record(event('first')));
    expect(() => unit.record(event('nowhere'))).toThrow('A write outside a command');
    await unit.run(second, async () => {
      await turn();
      unit.record(event('second'));
    });
    expect([namesIn(first), namesIn(second)]).toEqual([['first'], ['second']]);
  });

  it('ends with a synchronous body, even one that throws', () => {
    const pendingWrites = new PendingWrites();
    expect(() =>
      unit.runAtOnce(pendingWrites, () => {
        throw new Error('refused');
      }),
    ).toThrow('refused');
    expect(() => unit.record(event('late'))).toThrow('A write outside a command');
  });
});
