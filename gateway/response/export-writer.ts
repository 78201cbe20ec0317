/** Writes an export part by part, so that it is never in memory as a whole. */
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { breakMarkers } from '../../src/text/log-commands.ts';
import { answerMembers, type Member } from '../contract/members.ts';
import { presenter } from '../contract/present.ts';
import { wireName } from '../contract/wire-case.ts';
import type { Export, ListPage } from '../endpoint/exported-list.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { csvLine, csvTable } from './csv.ts';

/** Content types of the formats. */
export const EXPORT_CONTENT_TYPES = {
  csv: 'text/csv',
  json: 'application/json',
} as const satisfies Record<Export['format'], string>;

/** Yields the text of an export of a list that is this message. */
export function exportPieces(
  { format, pages }: Export,
  message: MessageName,
  wireCase: WireCase,
): AsyncGenerator<string> {
  const list = answerMembers(message).find(({ field }) => field.many === 'list')!;
  return format === 'csv'
    ? csvPieces(pages, list, wireCase)
    : jsonPieces(pages, list.name, message, wireCase);
}

type Message = Readonly<Record<string, unknown>>;

async function* csvPieces(pages: AsyncIterable<ListPage>, { name, field }: Member, wireCase: WireCase) {
  const table = csvTable(field.type as MessageName, wireCase);
  yield table.header;
  let isCut = false;
  for await (const page of pages) {
    const rows = (page as unknown as Message)[name] as readonly unknown[];
    isCut = page.nextCursor !== '';
    // Jobs print exports to their logs: like JSON, they hold no command of a CI agent.
    yield breakMarkers(rows.map((row) => table.line(row)).join(''));
  }
  if (isCut) yield csvLine([CUT]);
}

/** Writes the list as one page that has all entries. */
async function* jsonPieces(
  pages: AsyncIterable<ListPage>,
  name: string,
  message: MessageName,
  wireCase: WireCase,
) {
  const present = presenter(message, wireCase);
  const label = wireName(name, wireCase);
  let text = `{${JSON.stringify(label)}:[`;
  let separator = '';
  let rest: Message = {};
  for await (const page of pages) {
    const { [label]: rows, ...others } = present(page) as Message;
    rest = others;
    for (const row of rows as readonly unknown[]) {
      text += separator + JSON.stringify(row);
      separator = ',';
    }
    yield breakMarkers(text);
    text = '';
  }
  yield breakMarkers(`],${JSON.stringify(rest).slice(1)}`);
}

/** Last line of a table that does not have all entries. */
const CUT = `Cut after ${GATEWAY_LIMITS.exportRowsMax} entries. Export the rest with narrower filters.`;
