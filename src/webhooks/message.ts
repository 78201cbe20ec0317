/** What a chat says about an event, before any chat's own format: a title, facts, lines and a link. */
import type { EventRecord } from '../model/event.ts';
import { cutText } from './envelope.ts';

/** An event in words. Texts are plain and short; a format only has to arrange them. */
export interface ChatMessage {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The findings of a validation, or the reason of an exception. */
  readonly lines: readonly string[];
  /** The page to open; null when there is none. */
  readonly url: string | null;
  readonly tone: 'good' | 'warning' | 'bad';
}

const TITLE_CHARACTERS_MAX = 140;
const VALUE_CHARACTERS_MAX = 200;
const LINE_CHARACTERS_MAX = 400;

type Data = Readonly<Record<string, unknown>>;

/** The message of an event. `baseUrl` is what links to results start with. */
export function chatMessage(event: EventRecord, baseUrl: string): ChatMessage {
  const { title, facts, lines, url, tone } = MESSAGES[event.kind](event.data, baseUrl);
  return {
    title: plain(title, TITLE_CHARACTERS_MAX),
    facts: facts
      .map(([name, value]) => [name, plain(value, VALUE_CHARACTERS_MAX)] as const)
      .filter(([, value]) => value !== ''),
    lines: lines.map((line) => plain(line, LINE_CHARACTERS_MAX)).filter((line) => line !== ''),
    url,
    tone,
  };
}

/** The text where a chat would read what stands between angle brackets as its own markup. */
export function escapedMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const MESSAGES = {
  'validation.completed': (data: Data, baseUrl: string): ChatMessage => ({
    title: `${data.passed === true ? 'Passed' : 'Blocked'}: ${text(data.fileName)}`,
    facts: [
      ['Score', `${text(data.score)} of 100`],
      ['Findings', counts(data.summary)],
      ['Platform', text(data.platform)],
      ['Mode', text(data.enforcementMode)],
      ['Policy pack', text(data.policyPackSlug)],
      ['Label', text(data.label)],
    ],
    lines: list(data.findings).map(
      (finding) =>
        `${text(finding.severity)} ${text(finding.ruleId)}: ${text(finding.description)} (${text(finding.location)})`,
    ),
    url: resultUrl(data, baseUrl),
    tone: data.passed === true ? 'good' : 'bad',
  }),
  'validation.below_threshold': (data: Data, baseUrl: string): ChatMessage => ({
    title: `Score below ${text(data.threshold)}: ${text(data.fileName)}`,
    facts: [
      ['Score', `${text(data.score)} of 100`],
      ['Threshold', text(data.threshold)],
      ['Previous score', text(data.previousScore)],
      ['Platform', text(data.platform)],
      ['Label', text(data.label)],
    ],
    lines: [],
    url: resultUrl(data, baseUrl),
    tone: 'bad',
  }),
  'exception.expiring_soon': (data: Data): ChatMessage => ({
    title: `Exception for ${text(data.ruleId)} expires in ${data.daysRemaining === 1 ? '1 day' : `${text(data.daysRemaining)} days`}`,
    facts: [
      ['File', text(data.fileName)],
      ['Location', text(data.location)],
      ['Expires', text(data.expiresAt)],
      ['Requested by', text(data.requestedByEmail)],
    ],
    lines: [text(data.reason)],
    url: null,
    tone: 'warning',
  }),
} as const satisfies Readonly<Record<EventRecord['kind'], (data: Data, baseUrl: string) => ChatMessage>>;

function resultUrl(data: Data, baseUrl: string): string {
  return `${baseUrl}/validations/${encodeURIComponent(text(data.validationId))}`;
}

function counts(summary: unknown): string {
  const data = (summary ?? {}) as Data;
  return `${text(data.critical)} critical, ${text(data.high)} high, ${text(data.medium)} medium, ${text(data.low)} low`;
}

function list(value: unknown): readonly Data[] {
  return Array.isArray(value) ? (value as readonly Data[]) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** One line without control characters, which chats show as boxes and JSON writes six times as long. */
function plain(value: string, characters: number): string {
  return cutText(value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), characters);
}
