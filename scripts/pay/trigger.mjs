import { Refusal, say } from '../lib/say.mjs';
import { accessOf } from './access.mjs';
import { eventsOf, once } from './api.mjs';
import { UsageError } from './command-line.mjs';

/** `pay trigger <event>`: creates a sample event for the test app. */
export async function trigger(options, type) {
  const access = accessOf(options);
  if (access.mode === 'live')
    throw new Refusal('Samples are made for test keys only: nothing live is made up.');
  const data = dataOf(options.data ?? []);
  const events = await eventsOf(access);
  const { id } = await once(() => events.trigger({ type, data }));
  say(`A sample of ${type} is on its way: ${id}`);
}

/** Reads `a.b=1` and `c=text` as `{a: {b: 1}, c: 'text'}`. Values that are JSON are parsed. */
export function dataOf(assignments) {
  const data = {};
  for (const assignment of assignments) {
    const [, path, value] = /^([a-z0-9_]+(?:\.[a-z0-9_]+)*)=(.*)$/s.exec(assignment) ?? [];
    if (!path) throw new UsageError(`--data ${assignment} is not field=value.`);
    const names = path.split('.');
    const last = names.pop();
    let place = data;
    for (const name of names) {
      if (!Object.hasOwn(place, name) || typeof place[name] !== 'object' || place[name] === null)
        Object.defineProperty(place, name, {
          value: {},
          enumerable: true,
          writable: true,
          configurable: true,
        });
      place = place[name];
    }
    Object.defineProperty(place, last, {
      value: valueOf(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return data;
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
