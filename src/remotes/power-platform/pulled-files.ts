/** Files of flows and agents, with the names that an exported solution gives them, and the zip that carries them. */
import { zipSync } from 'fflate';
import { truncate } from '../../text/truncate.ts';
import { objectOf } from '../http/platform-fault.ts';
import { RemoteError } from '../remote-error.ts';
import type { Row } from './dataverse.ts';

/** Path → content. */
export type PulledFiles = Readonly<Record<string, string>>;

/** Category of desktop flows in the table `workflow`. */
export const DESKTOP_FLOW = 6;

/** Characters of a name in a path, and in messages. */
const NAME_CHARACTERS_MAX = 80;
/** Characters of a schema name: more than Dataverse takes, as exports have it whole. */
const SCHEMA_CHARACTERS_MAX = 200;

/** Returns the file of a flow: the text of its definition, or the script of a desktop flow. @throws RemoteError `unreadable` */
export function flowFiles(id: string, row: Row): PulledFiles {
  const name = textOf(row.name);
  const path = `Workflows/${segmentOf(name) || 'Flow'}-${id.toUpperCase()}`;
  const { clientdata, definition } = row;
  if (row.category !== DESKTOP_FLOW) {
    if (typeof clientdata === 'string' && clientdata !== '') return { [`${path}.json`]: clientdata };
    throw new RemoteError('unreadable', `The flow ${quoted(name)} has no definition.`);
  }
  // Of schema 1 the script is a package in the definition; of schema 2 it stands in a column of its own.
  if (typeof clientdata === 'string' && hasPackage(clientdata)) return { [`${path}.json`]: clientdata };
  const script = typeof definition === 'string' ? scriptOf(definition) : '';
  if (script !== '') return { [`${path}.txt`]: script };
  throw new RemoteError(
    'unreadable',
    `The script of the desktop flow ${quoted(name)} is in neither column of Dataverse.`,
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const quoted = (name: string): string => JSON.stringify(truncate(name, NAME_CHARACTERS_MAX));

function hasPackage(clientdata: string): boolean {
  const definition = objectOf(objectOf(objectOf(parsed(clientdata))?.properties)?.definition);
  return typeof definition?.package === 'string' && definition.package !== '';
}

/** The script stands there as it is, or as a text in JSON. */
function scriptOf(definition: string): string {
  if (!definition.trimStart().startsWith('"')) return definition;
  const text = parsed(definition);
  return typeof text === 'string' ? text : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Columns of an agent that decide about who reaches it. */
export const AGENT_SETTINGS = ['authenticationmode', 'accesscontrolpolicy', 'authenticationtrigger'] as const;

/** Returns the files of an agent: its settings, and each component with content. @throws RemoteError `unreadable` */
export function agentFiles(agent: Row, components: readonly Row[]): PulledFiles {
  const schema = segmentOf(textOf(agent.schemaname), SCHEMA_CHARACTERS_MAX);
  const files: Record<string, string> = {};
  const copies = new Map<string, number>();
  for (const { schemaname, data } of components) {
    const own = segmentOf(textOf(schemaname), SCHEMA_CHARACTERS_MAX);
    if (own === '' || typeof data !== 'string' || data === '') continue;
    // Names may differ in what a path does not hold: no component hides another one.
    let copy = copies.get(own) ?? 0;
    let path: string;
    do {
      copy += 1;
      path = `botcomponents/${copy === 1 ? own : `${own}-${copy}`}/data`;
    } while (Object.hasOwn(files, path));
    copies.set(own, copy);
    files[path] = data;
  }
  if (schema === '' || Object.keys(files).length === 0)
    throw new RemoteError('unreadable', `The agent ${quoted(textOf(agent.name))} has no content.`);
  const settings = AGENT_SETTINGS.flatMap((column) =>
    Number.isSafeInteger(agent[column]) ? [`  <${column}>${String(agent[column])}</${column}>\n`] : [],
  );
  files[`bots/${schema}/bot.xml`] = `<bot schemaname="${schema}">\n${settings.join('')}</bot>\n`;
  return files;
}

/** Returns a text as a segment of a path, as exports do: letters, digits, dots, underscores and hyphens remain. */
function segmentOf(text: string, charactersMax = NAME_CHARACTERS_MAX): string {
  const clean = text.toWellFormed().replace(/[^\p{L}\p{N}._-]/gu, '');
  return clean.slice(0, charactersMax).toWellFormed().replace(/^\.+/, '');
}

/** Time of every member: equal files make equal archives. */
const MEMBER_TIME = new Date(1980, 0, 1);

/** Packs files into a zip. */
export function zipOf(files: PulledFiles): Uint8Array {
  const members = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return zipSync(Object.fromEntries(members), { mtime: MEMBER_TIME });
}
