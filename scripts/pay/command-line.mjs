import { parseArgs } from 'node:util';

/** The command cannot be parsed. The exit code is 2. */
export class UsageError extends Error {}

const text = { type: 'string' };
const EVERYWHERE = { help: { type: 'boolean', short: 'h' } };
const ACCESS = { key: text, app: text, api: text };

/** Each command with its options and the name of its required argument. */
const COMMANDS = {
  listen: { options: { ...ACCESS, 'forward-to': text, events: text, latest: { type: 'boolean' } } },
  trigger: {
    options: { ...ACCESS, data: { type: 'string', multiple: true } },
    given: 'the name of an event',
  },
  'events tail': { options: { ...ACCESS, events: text, after: text, json: { type: 'boolean' } } },
  'events resend': { options: { ...ACCESS, webhook: text }, given: 'the id of an event' },
  mails: { options: { to: text, code: { type: 'boolean' }, follow: { type: 'boolean' } } },
};

/** Returns the command and its options. Throws `UsageError`. */
export function readCommand(argv) {
  const all = Object.assign({}, EVERYWHERE, ...Object.values(COMMANDS).map(({ options }) => options));
  const { values: options, positionals: words } = parsed(argv, all);
  const name = Object.keys(COMMANDS).find((known) => `${words.join(' ')} `.startsWith(`${known} `));
  if (!name && words.length > 0) throw new UsageError(`There is no command \`${words.join(' ')}\`.`);
  if (!name || options.help) return { name, options };
  const { options: own, given: wanted } = COMMANDS[name];
  const foreign = Object.keys(options).find((option) => !(option in EVERYWHERE) && !(option in own));
  if (foreign) throw new UsageError(`\`pay ${name}\` has no option --${foreign}.`);
  const [given, ...tooMuch] = words.slice(name.split(' ').length);
  if (wanted && !given) throw new UsageError(`\`pay ${name}\` needs ${wanted}.`);
  const surplus = wanted ? tooMuch : [given, ...tooMuch].filter(Boolean);
  if (surplus.length > 0) throw new UsageError(`\`${surplus[0]}\` is not understood here.`);
  return { name, options, given };
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message.split('. To specify')[0]}.`.replace(/\.\.$/, '.'));
  }
}
