/**
 * Part of `npm run check`: compares answers.json with the code and the Node client with the documents, and checks the
 * committed documents and their examples.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { ANSWERS_FILE, readAnswers } from './lib/answer-schemas.mjs';
import { clientFiles } from './lib/client-files.mjs';
import { ROOT } from './lib/paths.mjs';

const DOCUMENTS = path.join(ROOT, 'docs/openapi');
const EXAMPLES_FILE = 'libs/http/src/openapi/examples.json';
const MAX_BYTES = 1_000_000;

const RULES = {
  extends: ['recommended'],
  // Nothing refers to `WebhookEvent`: it is there for programs that read events.
  rules: {
    'no-unused-components': 'off',
    // Further fields are looked for by the test that sends the examples; this rule does not see those of other parts of a schema.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    'no-invalid-parameter-examples': 'error',
  },
};

function answerFaults() {
  const { text, faults } = readAnswers();
  if (faults.length > 0) return faults.map((fault) => `${fault}: give its view a type with fields`);
  const committed = readFileSync(path.join(ROOT, ANSWERS_FILE), 'utf8');
  return text === committed ? [] : [`${ANSWERS_FILE} is not what the code says: npm run docs:api`];
}

/** The severity of an error among the results of spectral. */
const SPECTRAL_ERROR = 0;

async function documentFaults() {
  const config = await createConfig(RULES);
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: oas });
  const faults = [];
  for (const file of readdirSync(DOCUMENTS)) {
    const place = path.join(DOCUMENTS, file);
    const document = JSON.parse(readFileSync(place, 'utf8'));
    const bytes = JSON.stringify(document).length;
    if (bytes > MAX_BYTES) faults.push(`${file} has ${bytes} bytes, and at most ${MAX_BYTES} may be served`);
    const problems = await lint({ ref: place, config });
    for (const { severity, ruleId, message, location } of problems) {
      if (severity === 'error') faults.push(`${file}: ${message} (${ruleId}, ${location[0]?.pointer})`);
    }
    for (const { severity, code, message, path: at } of await linter.run(document)) {
      if (severity === SPECTRAL_ERROR) faults.push(`${file}: ${message} (${code}, ${at.join('/')})`);
    }
  }
  return faults;
}

async function clientFaults() {
  const files = Object.entries(await clientFiles());
  return files
    .filter(([file, text]) => readFileSync(path.join(ROOT, file), 'utf8') !== text)
    .map(([file]) => `${file} is not what docs/openapi says: npm run docs:api`);
}

/** Operations without an example of their request or answer, and examples of operations that no document has. */
function exampleFaults() {
  const { requests } = JSON.parse(readFileSync(path.join(ROOT, EXAMPLES_FILE), 'utf8'));
  const faults = [];
  const unknown = new Set(Object.keys(requests));
  for (const file of readdirSync(DOCUMENTS)) {
    const { paths } = JSON.parse(readFileSync(path.join(DOCUMENTS, file), 'utf8'));
    for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
      const { operationId: id } = operation;
      unknown.delete(id);
      if (needsExample(operation) && !requests[id]) faults.push(`${EXAMPLES_FILE} has no ${id}`);
      if (!hasAnswer(operation)) faults.push(`${file}: ${id} has no example of its answer: npm run docs:api`);
    }
  }
  return [...new Set(faults), ...[...unknown].map((id) => `${EXAMPLES_FILE}: no document has ${id}`)];
}

/** An operation without body and required query is sent as it stands. */
const needsExample = ({ requestBody, parameters = [] }) =>
  requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query' && parameter.required);

/** Whether one of the answers has an example; files other than text need none. */
const hasAnswer = ({ responses }) => {
  const contents = Object.entries(responses)
    .filter(([status]) => status < '3')
    .flatMap(([, { content }]) => Object.entries(content));
  const isShown = ([type]) => type === 'application/json' || type === 'text/csv';
  return !contents.some(isShown) || contents.some(([, { example }]) => example !== undefined);
};

const faults = [
  ...answerFaults(),
  ...exampleFaults(),
  ...(await documentFaults()),
  ...(await clientFaults()),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
