/** Turns a task bot's JSON into the normal form. */
import { AppError } from '../../../errors.ts';
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  scalarOf,
  text,
} from '../json/document.ts';
import { jsonSource } from '../json/source.ts';
import { botPathOf } from './bot-path.ts';
import { keysOf } from './keys.ts';
import { type BotReading, readNodes } from './nodes.ts';
import { settleBotReachability } from './reachability.ts';
import { findBot } from './recognise.ts';
import { declaredTypes, readVariables } from './variables.ts';

/** Lists of the bot of which only the length is a fact. */
const COUNTED = ['breakpoints', 'migrationJournalReviewIds', 'triggers'];

/** Reads `timeout`, `botCodeVersion`, …; `packages.<name>` is a version, `breakpoints` a number. */
function readSettings(doc: JsonDocument, bot: number, draft: Draft): void {
  const properties = member(doc, bot, 'properties');
  if (properties !== -1) {
    for (let at = firstJsonChild(doc, properties); at !== -1; at = doc.nextSiblings[at]!) {
      const value = scalarOf(doc, at);
      if (value !== undefined) draft.settings.set(keyOf(doc, at), value);
    }
  }
  const packages = member(doc, bot, 'packages');
  if (packages !== -1) {
    for (let at = firstJsonChild(doc, packages); at !== -1; at = doc.nextSiblings[at]!) {
      const name = text(doc, at, 'name');
      if (name !== undefined) draft.settings.set(`packages.${name}`, text(doc, at, 'version') ?? '');
    }
  }
  for (const key of COUNTED) {
    const at = member(doc, bot, key);
    if (at !== -1 && doc.kinds[at] === JsonKind.array) draft.settings.set(key, String(countOf(doc, at)));
  }
  const template = text(doc, bot, 'workItemTemplateName');
  if (template) draft.settings.set('workItemTemplateName', template);
}

function countOf(doc: JsonDocument, list: number): number {
  let count = 0;
  for (let at = firstJsonChild(doc, list); at !== -1; at = doc.nextSiblings[at]!) count += 1;
  return count;
}

/**
 * Reads the one bot of a file that was recognised.
 * @throws AppError `unparsable_file` when the file holds no bot.
 */
export function readBot(file: InputFile): Workflow {
  const doc = file.json();
  const place = findBot(doc);
  if (place === undefined) throw new AppError('unparsable_file', `"${file.name}" holds no task bot.`);
  const { name, repositoryPath = name } = botPathOf(file.path);
  const draft = openDraft('automation-anywhere', 'automation-anywhere-bot', name, 'a360', jsonSource(doc));
  draft.artifactKey = repositoryPath;
  const variables = member(doc, place.bot, 'variables');
  const reading: BotReading = {
    doc,
    keys: keysOf(doc),
    draft,
    declared: declaredTypes(doc, variables),
    properties: [],
    editorLines: 0,
    mayEndLists: false,
  };
  readVariables(reading, variables);
  readNodes(reading, member(doc, place.bot, 'triggers'), undefined, 'triggers');
  readNodes(reading, place.nodes, undefined, '');
  if (reading.mayEndLists) settleBotReachability(draft.activities);
  readSettings(doc, place.bot, draft);
  return closeDraft(draft);
}
