/** Marks comments, strings, names of fields and keywords in code samples: enough for short samples, in no time. */
import MarkdownIt from 'markdown-it';

const { escapeHtml } = new MarkdownIt().utils;

const STRING = `(?<string>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')`;
const NUMBER = String.raw`(?<number>\b\d[\d_.]*\b|\b(?:true|false|null|None|True|False)\b)`;
const words = (text) => `(?<word>\\b(?:${text.trim().split(/\s+/).join('|')})\\b)`;
const grammar = (...parts) => new RegExp(parts.join('|'), 'gm');

const SCRIPT = grammar(
  String.raw`(?<comment>//.*$|/\*[\s\S]*?\*/)`,
  STRING,
  words('async await const else export for from function if import let new of return throw try catch echo'),
  NUMBER,
);
const GRAMMARS = {
  json: grammar(String.raw`(?<name>"[^"\n]*"(?=\s*:))`, STRING, NUMBER),
  sh: grammar(String.raw`(?<comment>(?:^|(?<=\s))#.*$)`, STRING, words('docker curl npm node export')),
  js: SCRIPT,
  php: SCRIPT,
  python: grammar(
    String.raw`(?<comment>#.*$)`,
    STRING,
    words('def return import from if else for in raise with as'),
    NUMBER,
  ),
  sql: grammar(
    String.raw`(?<comment>--.*$)`,
    STRING,
    words('SELECT FROM WHERE AND OR ORDER BY UPDATE SET INSERT INTO'),
  ),
  html: grammar(String.raw`(?<comment><!--[\s\S]*?-->)`, STRING, String.raw`(?<word></?[a-z][\w-]*|>)`),
  http: grammar(String.raw`(?<name>^[\w-]+(?=:))`, words('GET POST DELETE')),
};

/** The code as HTML. */
export function highlight(code, language) {
  const pattern = GRAMMARS[language];
  if (!pattern) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(pattern)) {
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined);
    html += `${escapeHtml(code.slice(end, index))}<span class="t-${kind}">${escapeHtml(text)}</span>`;
    end = index + text.length;
  }
  return html + escapeHtml(code.slice(end));
}
