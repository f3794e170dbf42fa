const ACCESS = `
  --key <secret key>   whose events; else PAY_API_KEY, else the demo merchant's that \`npm start\` made
  --app test|live      which app of the demo merchant (test)
  --api <url>          where the API is; else PAY_API_URL, else where \`npm start\` runs it`;

const PAGES = {
  listen: `pay listen --forward-to <url>

Brings your app's events to an address on this machine as webhooks, signed with a secret it prints.
It goes on where it ended, also when the API or this program was away, and brings what you resend.

  --forward-to <url>   where to post, such as http://localhost:4000/hooks
  --events <a,b>       only these events
  --latest             skip events from before this start${ACCESS}`,

  trigger: `pay trigger <event>

Makes a sample of an event for your test app: numbered and delivered like any other, while nothing
has happened. docs/reference/events.md lists all events with their fields.

  --data <field=value> replaces a field of the sample, as often as you like: --data amount=7.5
                       --data session.customer_name=null --data 'card_last4="0042"'${ACCESS}`,

  'events tail': `pay events tail

Prints your app's events as they come.

  --events <a,b>       only these events
  --after <number>     from behind this number; 0 is from the oldest that is kept
  --json               one JSON object per line${ACCESS}`,

  'events resend': `pay events resend <id>

Sends an event again under the same id: to all endpoints that want it, and to \`pay listen\`.

  --webhook <id>       to this endpoint alone${ACCESS}`,

  mails: `pay mails

Prints the five newest mails and text messages that \`npm start\` sent, the newest last. It needs no key.

  --to <address>       only those to this e-mail address or phone number
  --follow             goes on with those that are sent
  --code               only the newest code of six digits; waits up to 30 seconds for one`,
};

const OVERVIEW = `pay <command> [options]

  pay listen --forward-to <url>   bring your app's events to this machine as signed webhooks
  pay trigger <event>             make a sample of an event (test mode)
  pay events tail                 print events as they come
  pay events resend <id>          send an event again
  pay mails                       print the newest mails and text messages (development)

\`pay <command> --help\` shows the options of each. Everywhere:
${ACCESS}

In this repository: npm run pay -- <command>. Exit codes: 0 done, 1 refused or failed, 2 not understood.`;

export const help = (name) => PAGES[name] ?? OVERVIEW;
