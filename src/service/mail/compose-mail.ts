/** Mails as plain text and HTML. Names of files, rules and people may be hostile: they stay on their line, and no link. */
import { createHash } from 'node:crypto';
import { changeUrl } from '../../contract/change.ts';
import { ANY } from '../../contract/exception.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { formatDay, plural } from '../../text/format.ts';
import { truncate } from '../../text/truncate.ts';
import { exceptionUrl } from '../exceptions/exception-events.ts';
import type { InboxEntry } from '../inbox/inbox.ts';

/** Most characters of a name, and of a subject. */
const NAME_CHARACTERS_MAX = 120;

/** A mail without its addresses. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same whenever the same is sent: a server or reader that has it can leave it out. */
  readonly messageId: string;
  /** Link that ends mails; null: the mail is the only one. */
  readonly stopUrl: string | null;
}

/** Facts of every mail of a member. */
export interface MailFrame {
  readonly baseUrl: string;
  readonly organisation: string;
  readonly memberId: string;
  readonly stopUrl: string;
}

/** One line of a mail, and the page that it leads to. */
interface Line {
  readonly title: string;
  readonly detail: string;
  readonly url: string;
}

/** Writes the mail of entries of an inbox, at least one. */
export function entriesMail(frame: MailFrame, entries: readonly InboxEntry[]): Mail {
  const { baseUrl, stopUrl } = frame;
  const lines = entries.map((entry) => lineOf(entry, baseUrl));
  const [first] = lines;
  const subject = lines.length === 1 ? first!.title : `${plural(lines.length, 'notice')} from Flowarden`;
  return {
    ...bodies(subject, frame.organisation, lines, [
      { title: 'Choose what you get by mail', detail: '', url: `${baseUrl}/account` },
      { title: 'Stop these mails', detail: '', url: stopUrl },
    ]),
    messageId: messageId(baseUrl, [frame.memberId, ...entries.map(({ id }) => id)]),
    stopUrl,
  };
}

/** Writes the mail of an invitation with its link. */
export function invitationMail(
  { baseUrl, organisation, memberId }: Omit<MailFrame, 'stopUrl'>,
  url: string,
): Mail {
  const subject = truncate(`Invitation to ${shown(organisation)}`, NAME_CHARACTERS_MAX);
  const detail = 'The link lets you in once, within 7 days. It is for you alone: do not pass it on.';
  return {
    ...bodies(subject, organisation, [{ title: 'Join the organisation in Flowarden', detail, url }], []),
    messageId: messageId(baseUrl, [memberId, url]),
    stopUrl: null,
  };
}

function lineOf(entry: InboxEntry, baseUrl: string): Line {
  const { kind, subjectId, fileName, repository, person, expiresAt } = entry;
  const where = repository === null || repository === ANY ? '' : ` in ${shown(repository)}`;
  const what = `${shown(entry.ruleId ?? '')} in ${shown(fileName)}`;
  const by = person === null ? '' : ` by ${shown(person)}`;
  const url = exceptionUrl(baseUrl, subjectId);
  const until = expiresAt === null ? '' : formatDay(expiresAt);
  const titled = (title: string, detail: string, link = url) => ({
    title: truncate(title, 2 * NAME_CHARACTERS_MAX),
    detail,
    url: link,
  });
  switch (kind) {
    case 'request':
      return titled(
        `Exception requested: ${what}`,
        `Requested${by}${where}, until ${until}. You can decide on it.`,
      );
    case 'decision':
      return titled(`Exception ${entry.decision}: ${what}`, `Decided${by}${where}.${nextStep(entry)}`);
    case 'expiring':
      return titled(`Exception expires on ${until}: ${what}`, `After that its findings count again${where}.`);
    case 'blocked':
      return titled(
        `Blocked by ${plural(entry.wouldBlock ?? 0, 'finding')}: ${shown(fileName)}`,
        `A change${by}${where} was blocked.`,
        changeUrl(baseUrl, subjectId),
      );
  }
}

/** Says what the requester does after an approval: nothing runs again by itself. */
function nextStep({ decision }: InboxEntry): string {
  return decision === 'approved' ? ' Run your pipeline again.' : '';
}

function bodies(
  subject: string,
  organisation: string,
  lines: readonly Line[],
  footer: readonly Line[],
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const title = truncate(subject, NAME_CHARACTERS_MAX);
  const name = shown(organisation);
  const text = [
    name,
    ...lines.map((line) => [line.title, line.detail, line.url].filter((part) => part !== '').join('\n')),
    footer.map((line) => `${line.title}: ${line.url}`).join('\n'),
  ].join('\n\n');
  const link = (line: Line, style: string) =>
    `<a href="${escapeHtml(line.url)}" style="${style}">${escapeHtml(line.title)}</a>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif">
<p style="margin:0 0 16px;opacity:.7">${escapeHtml(name)}</p>
${lines
  .map(
    (line) =>
      `<p style="margin:0 0 16px">${link(line, 'font-weight:bold')}<br>${escapeHtml(line.detail)}</p>`,
  )
  .join('\n')}
<p style="margin:24px 0 0;font-size:13px;opacity:.7">${footer.map((line) => link(line, 'color:inherit')).join(' · ')}</p>
</body></html>
`;
  return { subject: title, text: `${text.trimEnd()}\n`, html };
}

/** Shows a name on one line, short, and so that no mail program makes a link of it. */
function shown(name: string): string {
  return truncate(showControlCharacters(name), NAME_CHARACTERS_MAX)
    .replaceAll('://', '[:]//')
    .replaceAll(/www\./gi, 'www[.]');
}

function messageId(baseUrl: string, parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
  return `<${digest}@${new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')}>`;
}
