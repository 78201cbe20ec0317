/** Text of a ticket: the rule, the place and a link. Nothing of it comes from inside the file. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import type { TicketContent, TicketState } from '../ticket-target.ts';

/** Line of a description: a name and its value. */
export interface TicketLine {
  readonly name: string;
  readonly value: string;
}

/** Returns the title in one line of at most so many characters. */
export function ticketTitle({ rule, filename, severity }: TicketContent, charactersMax: number): string {
  const text = showControlCharacters(`${severity}: ${rule} in ${filename}`);
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** Returns the lines of the description; the link stands apart. */
export function ticketLines(content: TicketContent): readonly TicketLine[] {
  const { severity, ruleId, rule, filename, repository, branch, environment, since } = content;
  const lines: readonly (readonly [string, string | null])[] = [
    ['Rule', `${ruleId} ${rule}`],
    ['Severity', severity],
    ['File', filename],
    ['Repository', repository],
    ['Branch', branch],
    ['Environment', environment],
    ['Since', since],
  ];
  return lines.flatMap(([name, value]) =>
    value === null ? [] : [{ name, value: showControlCharacters(value) }],
  );
}

/** Ends each description. */
export const TICKET_FOOTER =
  'Flowarden keeps this ticket up to date: it closes the ticket once the finding is gone, and opens it again if the finding returns.';

const REASONS: Readonly<Record<Exclude<TicketState, 'open'>, string>> = {
  fixed: 'Fixed: the newest run on the default branch checked this rule and no longer finds the problem.',
  waived: 'Waived: an approved exception covers the finding. The ticket opens again when the exception ends.',
  rule_off:
    'Not checked any more: the policy has turned the rule off for this file. Nothing shows that the problem is fixed, so the ticket stays open.',
  deleted: 'Deleted: the organisation no longer has this workflow.',
};

/** Says why a ticket gets another state. */
export function stateComment(confirmed: TicketState, wanted: TicketState): string {
  if (wanted !== 'open') return REASONS[wanted];
  if (confirmed === 'rule_off') return 'The rule is checked again, and the finding is still there.';
  return confirmed === 'waived'
    ? 'The exception has ended, and the finding is still there.'
    : 'The finding is there again.';
}
