/**
 * Secrets with a recognisable form, wherever they stand.
 *
 * Every format has words that must be in the text before its pattern is tried, a pattern with bounded repetition that
 * cannot backtrack far, and where the form is loose a floor for the entropy of the matched part.
 */

import { hasRun, SECRET_RUN } from '../../model/runs.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { isLogin } from './basic-login.ts';
import { CONNECTION, isFixedPassword } from './connection-string.ts';

interface SecretFormat {
  readonly title: string;
  /** Lower-case words of which the text has at least one. */
  readonly keywords: readonly string[];
  /** Word that the text has too: the keywords alone stand in many texts. */
  readonly needs?: string;
  /** Words of which the text has one too; they stand in fewer texts than the keywords. */
  readonly rarer?: readonly string[];
  /** Global pattern; the joined groups, or else the whole match, are the secret. */
  readonly pattern: RegExp;
  /** Part of the pattern that is faster to find, where the whole begins with common characters. */
  readonly core?: RegExp;
  /** Bits per character below which a match is no secret. */
  readonly entropyMin?: number;
  /** Pattern that the text fits too, where a word alone does not suffice. */
  readonly beside?: RegExp;
  /** Returns whether a match is a secret where its form alone does not suffice. */
  isSecret?(match: string, text: string): boolean;
}

const isPossible = (secret: string): boolean => secretness(null, secret) === 'certain';

/** Field beside the secret in a login request. */
const OTHER_FIELD = /grant_type=|(?:^|[&?"'\s])(?:user(?:_?name|id)?|login|email)=[^&\s]{0,100}&/i;

/** The formats that issuers document, most specific first. */
const SECRET_FORMATS: readonly SecretFormat[] = [
  {
    title: 'AWS access key id',
    keywords: ['akia', 'asia'],
    pattern: /\b((?:AKIA|ASIA)[A-Z2-7]{16})\b/g,
    entropyMin: 3,
  },
  {
    title: 'GitHub token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{82})\b/g,
    entropyMin: 3,
  },
  { title: 'GitLab token', keywords: ['glpat-'], pattern: /\b(glpat-[\w-]{20,50})/g, entropyMin: 3 },
  {
    title: 'Slack token',
    keywords: ['xox'],
    pattern: /\b(xox[abeprs]-[A-Za-z0-9-]{10,250})/g,
    entropyMin: 2.5,
  },
  {
    title: 'Slack webhook address',
    keywords: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/((?:services|workflows|triggers)\/[A-Za-z0-9+/]{43,56})/g,
    entropyMin: 3,
  },
  {
    title: 'Stripe live key',
    keywords: ['k_live_'],
    pattern: /\b([rs]k_live_[A-Za-z0-9]{10,99})\b/g,
    entropyMin: 3,
  },
  { title: 'Google API key', keywords: ['aiza'], pattern: /\b(AIza[\w-]{35})(?![\w-])/g, entropyMin: 3 },
  {
    title: 'SendGrid key',
    keywords: ['sg.'],
    pattern: /\b(SG\.[\w-]{22}\.[\w-]{43})(?![\w-])/g,
    entropyMin: 3,
  },
  { title: 'npm token', keywords: ['npm_'], pattern: /\b(npm_[A-Za-z0-9]{36})\b/g, entropyMin: 3 },
  { title: 'PyPI token', keywords: ['pypi-'], pattern: /\b(pypi-AgEIcHlwaS5vcmc[\w-]{50,1000})/g },
  {
    title: 'Databricks token',
    keywords: ['dapi'],
    pattern: /\b(dapi[a-f0-9]{32})(?![a-f0-9])/g,
    entropyMin: 3,
  },
  {
    title: 'Entra ID client secret',
    keywords: ['q~'],
    pattern: /(?<![\w~.-])([\w~.]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])/g,
    entropyMin: 3,
  },
  {
    title: 'Azure storage key',
    keywords: ['accountkey='],
    pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/gi,
    entropyMin: 3,
  },
  {
    title: 'Azure shared access key',
    keywords: ['sharedaccesskey='],
    pattern: /SharedAccessKey=([A-Za-z0-9+/]{43}=)/gi,
    entropyMin: 3,
  },
  {
    title: 'signed address (anyone who has it may call it)',
    keywords: ['sig='],
    pattern: /[?&;]sig=([\w%+/-]{43,64})/gi,
    entropyMin: 3,
  },
  {
    title: 'Teams webhook address',
    keywords: ['webhook.office.com'],
    pattern:
      /webhook\.office\.com\/webhookb2\/([0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32})/gi,
  },
  {
    title: 'Telegram bot token',
    keywords: [':aa'],
    pattern: /\b(\d{8,10}:AA[\w-]{33})(?![\w-])/g,
    entropyMin: 3,
  },
  {
    title: 'OpenAI key',
    keywords: ['t3blbkfj'],
    pattern: /\b(sk-(?:[a-z]{1,10}-)?[\w-]{20,80}T3BlbkFJ[\w-]{20,80})/g,
  },
  { title: 'Anthropic key', keywords: ['sk-ant-'], pattern: /\b(sk-ant-[a-z]{3,8}\d{2}-[\w-]{80,120})/g },
  {
    title: 'JSON web token',
    keywords: ['eyj'],
    // From its first dot on, then back: the first part could begin behind every hyphen of a long run.
    pattern: /\.(?<=(\beyJ[\w-]{10,2000}\.))(eyJ[\w-]{10,4000}\.[\w-]{20,1000})/g,
    entropyMin: 3,
  },
  {
    title: 'password in an address',
    keywords: ['://'],
    needs: '@',
    rarer: Array.from('abcdefghijklmnopqrstuvwxyz0_-', (character) => `@${character}`),
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>[\]{}$%]{1,100}:([^\s:@/"'<>[\]{}$%]{3,100})@[\w-]/gi,
    core: /:\/\/[^\s:@/"'<>[\]{}$%]{1,100}:[^\s:@/"'<>[\]{}$%]{3,100}@/,
  },
  {
    title: 'password in a connection string',
    keywords: ['password=', 'password =', 'pwd=', 'pwd ='],
    // In quotation marks of its own, too; code that joins a variable in has none behind the value.
    pattern:
      /(?:^|[;"'\s])(?:password|pwd) ?= ?(?:["']{1,2}(?=[^;"'\s+&]{4,100}["']))?([^;"'\s]{4,100})(?=[;"'\s]|$)/gi,
    beside: CONNECTION,
    isSecret: isFixedPassword,
  },
  {
    title: 'password in a connection string',
    keywords: ['jdbc:oracle:'],
    pattern: /\bjdbc:oracle:\w{1,10}:[^\s/@"'<>{}$%]{1,100}\/([^\s/@"'<>{}$%]{3,100})@/gi,
    isSecret: isPossible,
  },
  {
    // The field of the password in the window "SAP" of SAP GUI.
    title: 'password in an SAP GUI script',
    keywords: ['rsyst-bcode'],
    pattern: /pwdRSYST-BCODE"{1,2}\s?\)\s?\.text\s{0,3}=\s{0,3}"{1,2}([^"%$&{}<>\r\n]{4,100})"/gi,
    isSecret: isPossible,
  },
  {
    title: 'secret in a request for a token',
    keywords: ['client_secret=', 'password='],
    pattern: /(?:^|[&"'\s])(?:client_secret|password)=([^&"'\s{}<>$@[\]]{4,200})(?=[&"'\s]|$)/gi,
    beside: OTHER_FIELD,
    isSecret: (secret) => !isPlaceholder(secret),
  },
  {
    title: 'login in an Authorization header',
    keywords: ['basic '],
    pattern: /\bBasic ([A-Za-z0-9+/]{12,400}={0,2})(?![\w+/=])/gi,
    isSecret: isLogin,
  },
  {
    // Without the switch the text is already encrypted.
    title: 'password in a PowerShell command',
    keywords: ['convertto-securestring'],
    pattern:
      /\bConvertTo-SecureString(?=[^;|\r\n]{0,300}-AsPlainText)\s{1,5}(?:-[a-z]{4,12}\s{1,5}){0,3}(?:'|"{1,2})([^'"$%{}<>\r\n]{4,200})['"]/gi,
    isSecret: isPossible,
  },
  {
    title: 'password in a net use command',
    keywords: ['net use'],
    pattern:
      /\bnet use\s{1,5}(?:(?:[a-z]:|\*)\s{1,5})?\\\\[^\s"]{1,200}\s{1,5}(?:\/user:[^\s"]{1,100}\s{1,5})?([^\s"'&+%${}<>|*/][^\s"'&%${}<>|]{3,100})/gi,
    beside: /\/user:/i,
    isSecret: isPossible,
  },
  {
    // As in `sapshcut -user=ROBOT -pw=…`. Prose about such an option has no digit behind it.
    title: 'password in a command line',
    keywords: ['-pw', '/pw', '-pass', '/pass'],
    pattern:
      /(?<![^\s"'])(?:--?|\/)(?:pw|pwd|pass|password|passwd)(?:[=:]|\s{1,3})["']?([^\s"'%$&|<>{}()[\],;=@/-][^\s"'%$&|<>{}()[\],;]{3,100})(?=[\s"']|$)/gi,
    isSecret: (secret) => /\d/.test(secret) && isPossible(secret),
  },
];

/** Words of which every text with such a secret has one; any digit stands for all digits. */
export const KNOWN_SECRET_WORDS: readonly string[] = SECRET_FORMATS.flatMap(
  ({ keywords, rarer = keywords }) => rarer,
);

/** Returns the bits of information per character of a text (Shannon). */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Returns the title of a format with its article. */
export const withArticle = (title: string): string => `${/^(?:[AEO]|npm)/.test(title) ? 'an' : 'a'} ${title}`;

/** A secret in a text. */
export interface KnownSecret {
  readonly title: string;
  readonly secret: string;
  /** Offset of the secret in the text. */
  readonly start: number;
}

/** Values that documentation uses and that no issuer gives out. */
const EXAMPLES = /example|placeholder|your[-_]|changeme|x{6,}|\*{4,}|0{8,}|1234567890|password$/i;

/** Matches all keywords at once: a text without any of them needs no check of each format. */
const ANY_KEYWORD = new RegExp(
  SECRET_FORMATS.flatMap(({ keywords, needs }) => (needs === undefined ? keywords : []))
    .map((keyword) => keyword.replace(/[.]/g, '\\.'))
    .join('|'),
);
const NEEDY_FORMATS = SECRET_FORMATS.filter(({ needs }) => needs !== undefined);

/** Returns whether a lower-case text has the words of a format. */
function mayHave(lower: string, { keywords, needs }: SecretFormat): boolean {
  if (needs !== undefined && !lower.includes(needs)) return false;
  return keywords.some((keyword) => lower.includes(keyword));
}

/** Length of the shortest text with a secret in it. */
export const KNOWN_SECRET_MIN = 16;
/** Length of the shortest run in any of the secrets. */
const RUN_MIN = 12;
/** Words of texts with shorter secrets: addresses, connection strings, commands and requests for a token. */
const MAY_BE_SHORT = ['://', ';', 'net use', 'jdbc:', 'grant_type=', '&password=', '-p', '/p'];

/** Returns every occurrence of a secret of a known form in a text. */
export function knownSecretsIn(text: string): KnownSecret[] {
  if (text.length < KNOWN_SECRET_MIN) return [];
  if (!MAY_BE_SHORT.some((part) => text.includes(part)) && !hasRun(text, SECRET_RUN, RUN_MIN)) return [];
  const lower = text.toLowerCase();
  const found: KnownSecret[] = [];
  for (const format of ANY_KEYWORD.test(lower) ? SECRET_FORMATS : NEEDY_FORMATS) {
    const { title, pattern, core, beside, entropyMin = 0, isSecret } = format;
    if (!mayHave(lower, format) || core?.test(text) === false || beside?.test(text) === false) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.length > 1 ? match.slice(1).join('') : match[0];
      if (EXAMPLES.test(secret) || entropyOf(secret) < entropyMin) continue;
      if (isSecret?.(secret, text) === false) continue;
      found.push({ title, secret, start: secretStart(match, secret) });
    }
  }
  return found;
}

/** Returns the offset of a match's secret; its groups stand side by side, the first perhaps before the match. */
function secretStart(match: RegExpExecArray, secret: string): number {
  const last = match.at(-1)!;
  return match.index + match[0].lastIndexOf(last) + last.length - secret.length;
}
