/** Connections behind the sessions of database commands. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { textsIn } from '../../semantics/texts.ts';
import { commandsOf } from './bot-commands.ts';
import { settledPieces } from './bot-settled.ts';
import { sessionSetting } from './session-commands.ts';

const ADDRESS = ['connectionURL', 'dbFilePath'];
/** Drivers and endings of workbooks and text files, which the drivers of Access read like tables. */
const WORKBOOK =
  /extended properties\s{0,3}=\s{0,3}["']?(?:excel|text)\b|microsoft (?:excel|text) driver|\.(?:xlsx|xlsm|xlsb|xls|csv|txt)\b/i;

const sessionOf = (activity: Activity): string | undefined =>
  sessionSetting(activity)?.text.trim().toLowerCase();

/** Returns the fixed text of a setting, with the certain texts of its variables. */
function fixedText(workflow: Workflow, activity: Activity, name: string): string {
  const property = propertyOf(activity, name);
  if (property?.expression === undefined) return property?.text ?? '';
  return settledPieces(workflow, activity, property.expression.tree)
    .map((piece) => [...textsIn(piece)].join(' '))
    .join(' ');
}

/** Returns whether each connection that the bot opens under this session is a workbook or a text file. */
export function isWorkbookSession(workflow: Workflow, activity: Activity): boolean {
  const session = sessionOf(activity);
  const opened = commandsOf(workflow, ({ type }) => type === 'Database/connect').filter(
    (connect) => isLive(connect) && sessionOf(connect) === session,
  );
  return (
    opened.length > 0 &&
    opened.every((connect) => ADDRESS.some((name) => WORKBOOK.test(fixedText(workflow, connect, name))))
  );
}
