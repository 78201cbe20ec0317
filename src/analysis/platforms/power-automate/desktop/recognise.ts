/** Recognition of files with the script of a desktop flow, by content. */
import { firstJsonChild, type JsonDocument, JsonKind, member, stringOf, text } from '../../json/document.ts';
import { childNamed, children, localName, textOf, type XmlDocument } from '../../xml/document.ts';
import {
  declarationOf,
  isAction,
  isAnnotation,
  type Keyword,
  type Statement,
  statementKeyword,
  statementsOf,
} from './statements.ts';

/** Characters of a text file that are examined. */
const SNIFF_CHARACTERS = 32 * 1024;
/** Maximum percentage of unknown statements. */
const UNKNOWN_PERCENT_MAX = 10;

/** Keywords that other languages have too: they prove nothing. */
const COMMON_WORDS: ReadonlySet<Keyword> = new Set<Keyword>([
  'CALL',
  'END',
  'IF',
  'ELSE IF',
  'ELSE',
  'CASE',
  'DEFAULT',
  'SWITCH',
  'EXIT',
  'FUNCTION',
  'END FUNCTION',
  'IMPORT',
  'GOTO',
  'LABEL',
  'WAIT',
  'ERROR',
]);

/**
 * Returns whether a statement proves the language: `SET x TO …` without the semicolon that ends it in SQL,
 * `Module.Action Setting: …`, `@INPUT`, `ON BLOCK ERROR`.
 */
function isDistinctive(statement: Statement): boolean {
  const keyword = statementKeyword(statement);
  const { tokens } = statement;
  if (keyword === 'FUNCTION') return tokens[2]?.text === 'GLOBAL';
  if (keyword === 'SET') return tokens.length > 3 && tokens.some(({ text: word }) => word === 'TO');
  if (keyword !== undefined) return !COMMON_WORDS.has(keyword);
  if (declarationOf(statement) !== undefined) return true;
  return isAction(statement) && tokens.some(({ text: mark }) => mark === ':' || mark === '=>');
}

function isKnown(statement: Statement): boolean {
  if (statement.tokens.at(-1)?.text === ';') return false;
  return (
    statementKeyword(statement) !== undefined || declarationOf(statement) !== undefined || isAction(statement)
  );
}

/** Pattern of a first statement. Common words are enough: it only decides whether the rest is read. */
const FIRST_STATEMENT =
  /^(?:(?:SET|CALL|IF|LOOP|SWITCH|BLOCK|FUNCTION|LABEL|GOTO|WAIT|DISABLE|EXIT|ERROR|IMPORT|THROW)\b|ON BLOCK ERROR|@@?\w|@@'|\*\*(?:END)?REGION|[A-Za-z]\w*(?:\.\w+){1,2}(?:\s+@?['\w]|\s*$))/;

/** Returns whether a text with this start can be a Robin script: cheap, and true for more than `isRobin`. */
export function mayBeRobin(start: string): boolean {
  const lines = start
    .replace(/\/#.*?(?:#\/|$)/gs, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !line.startsWith('#'));
  // A long comment proves nothing either way.
  return first === undefined ? start.trim() !== '' : FIRST_STATEMENT.test(first);
}

/** Returns whether a text is a Robin script: a whole flow, or actions that were copied out of the designer. */
export function isRobin(script: string): boolean {
  const start = script.slice(0, SNIFF_CHARACTERS);
  if (start.includes('\0')) return false;
  const statements = statementsOf(start).filter(
    (statement) =>
      statement.tokens[0]!.kind !== 'comment' &&
      statement.tokens[0]!.kind !== 'region' &&
      !isAnnotation(statement),
  );
  // The last one may be cut off.
  if (script.length > SNIFF_CHARACTERS) statements.pop();
  const unknown = statements.filter((statement) => !isKnown(statement)).length;
  if (statements.length === 0 || unknown * 100 > statements.length * UNKNOWN_PERCENT_MAX) return false;
  if (statements.some(isDistinctive)) return true;
  // A subflow that only calls others: nothing but `CALL name`, one name each.
  return statements.every(
    (statement) => statementKeyword(statement) === 'CALL' && statement.tokens.length === 2,
  );
}

function objectMember(doc: JsonDocument, at: number, key: string): number {
  const found = at === -1 ? -1 : member(doc, at, key);
  return found !== -1 && doc.kinds[found] === JsonKind.object ? found : -1;
}

/** First characters of a zip in Base64: older exports have no schema version, yet a package. */
const ZIP_IN_BASE64 = 'UEsDB';

/**
 * Returns the index of `properties.definition.package` of a desktop flow's JSON, or -1 when the file is none.
 *
 * Some desktop flows name the schema of cloud flows. With triggers or actions beside its package, a file is a cloud
 * flow.
 */
export function packageOf(doc: JsonDocument): number {
  if (doc.kinds[0] !== JsonKind.object || firstJsonChild(doc, 0) === -1) return -1;
  const definition = objectMember(doc, objectMember(doc, 0, 'properties'), 'definition');
  const found = definition === -1 ? -1 : member(doc, definition, 'package');
  if (found === -1 || stringOf(doc, found) === undefined) return -1;
  if (member(doc, definition, 'triggers') !== -1 || member(doc, definition, 'actions') !== -1) return -1;
  const version = text(doc, 0, 'schemaversion') ?? text(doc, 0, 'schemaVersion');
  if (version?.toUpperCase().startsWith('ROBIN')) return found;
  return stringOf(doc, found)!.startsWith(ZIP_IN_BASE64) ? found : -1;
}

/** `Category` of a desktop flow. */
const DESKTOP_FLOW = '6';

/** Returns the elements `Workflow` of a solution's customizations that hold a desktop flow's script. */
export function desktopFlowsOf(doc: XmlDocument): readonly number[] {
  if (localName(doc, 0) !== 'ImportExportXml') return [];
  const list = childNamed(doc, 0, 'Workflows');
  if (list === -1) return [];
  return children(doc, list).filter((flow) => {
    const category = childNamed(doc, flow, 'Category');
    return (
      localName(doc, flow) === 'Workflow' &&
      childNamed(doc, flow, 'Definition') !== -1 &&
      category !== -1 &&
      textOf(doc, category).trim() === DESKTOP_FLOW
    );
  });
}
