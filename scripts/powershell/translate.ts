/** PowerShell for the shell commands of our documents: a small part of the shell, and an error for everything else. */

/** Translates a block; statements in `byHand` become the text that is given there. Throws for what it does not know. */
export function toPowerShell(script: string, byHand: Readonly<Record<string, string>>): string {
  return statementsOf(script)
    .map((statement) => (Object.hasOwn(byHand, statement) ? byHand[statement] : translated(statement)))
    .join('\n')
    .concat('\n');
}

/** Splits a block where a line ends outside quotes and without a continuation. */
export function statementsOf(script: string): readonly string[] {
  const statements: string[] = [];
  let open = '';
  for (const line of script.trimEnd().split('\n')) {
    open += open === '' ? line : `\n${line}`;
    const quotes = open.match(/'[^']*'?|"[^"]*"?/g) ?? [];
    const last = quotes.at(-1) ?? '';
    const isQuoteOpen = last !== '' && (last.length === 1 || last.at(-1) !== last[0]);
    if (line.endsWith('\\') || (isQuoteOpen && !line.startsWith('#'))) continue;
    statements.push(open);
    open = '';
  }
  if (open !== '') throw new Error(`A statement has no end: ${open}`);
  return statements;
}

function translated(statement: string): string {
  if (statement === '' || statement.startsWith('#')) return statement;
  const [command = '', message, ...more] = statement.split(' || echo ');
  if (more.length > 0) throw unknown(statement);
  if (message !== undefined)
    return `${translated(command)}\nif ($LASTEXITCODE -ne 0) { '${message.replaceAll('"', '')}' }`;
  const assignment = /^(?:export )?([A-Z_]+)=(.*)$/.exec(statement);
  if (assignment !== null) return `$env:${assignment[1]} = ${assignedValue(assignment[2]!)}`;
  const folder = /^mkdir -p ([\w./-]+)$/.exec(statement);
  if (folder !== null) return `New-Item -ItemType Directory -Force ${folder[1]} | Out-Null`;
  const copy = /^cp ([\w./-]+ [\w./-]+)$/.exec(statement);
  if (copy !== null) return `Copy-Item ${copy[1]}`;
  return program(statement);
}

/** What stands in an assignment: the member of a JSON file, or a word. */
function assignedValue(text: string): string {
  const member = MEMBER.exec(text);
  if (member !== null && member[0] === text) return jsonMember(member);
  if (!/^[\w.:/-]+$/.test(text)) throw unknown(text);
  return `'${text}'`;
}

const MEMBER = /\$\(jq -r (\.[\w.]+) ([\w./-]+)\)/;
const MEMBERS = new RegExp(MEMBER, 'g');

function jsonMember([, path, file]: readonly string[]): string {
  return `(Get-Content -Raw -Encoding utf8 ${file} | ConvertFrom-Json)${path}`;
}

/** A program with its arguments, as bytes of files and not as text of a pipe, which PowerShell would encode again. */
function program(statement: string): string {
  // The program writes its report itself: the older PowerShell makes UTF-16 of what it redirects.
  const text = statement.replace(/( --format \w+) > ?(\S+)$/, '$1=$2');
  const files: string[] = [];
  // The older PowerShell loses double quotes within arguments of programs.
  const withFiles = text.replace(/--form-string '(\w+)=(\{[^']*\})'/, (_, name: string, json: string) => {
    files.push(`'${json}' | Set-Content -Encoding ascii ${name}.json\n`);
    return `-F '${name}=<${name}.json'`;
  });
  const words: string[] = withFiles.match(PIECES) ?? [];
  if (words.join('') !== withFiles) throw unknown(statement);
  // Windows PowerShell has an alias of the name curl.
  if (words[0] === 'curl') words[0] = 'curl.exe';
  return `${files.join('')}${words.map(piece).join('')}`;
}

const PIECES = /\\\n|[ \t]+|'[^']*'|"[^"]*"|>|[^\s'"\\><]+/g;

/** One piece of a command line: a gap, a redirection, or (a part of) a word. */
function piece(text: string): string {
  if (text === '\\\n') return '`\n';
  if (text.trim() === '' || text === '>') return text;
  if (text.startsWith("'")) {
    if (text.includes('"')) throw unknown(text);
    return text;
  }
  if (text.startsWith('"')) return quoted(text);
  if (!/^[\w./:=@+-]+$/.test(text)) throw unknown(text);
  // A word that begins with @ names a variable, and an option ends at a dot or colon.
  return /^@|^-.*[.:]/.test(text) ? `'${text}'` : text;
}

/** A text in double quotes, where variables and members of JSON files stand for their values. */
function quoted(text: string): string {
  if (/[$`\\]/.test(text.replaceAll(MEMBERS, '').replaceAll(VARIABLE, ''))) throw unknown(text);
  return text
    .replaceAll(VARIABLE, '$$env:$1')
    .replaceAll(MEMBERS, (...match: string[]) => `$(${jsonMember(match)})`);
}

/** A variable; behind it, PowerShell would take a colon or a question mark as a part of its name. */
const VARIABLE = /\$([A-Z_]+)(?![\w?:])/g;

function unknown(text: string): Error {
  return new Error(`No PowerShell is known for: ${text}`);
}
