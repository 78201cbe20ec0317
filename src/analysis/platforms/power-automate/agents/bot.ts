/** Reader of `bot.xml`: who may reach an agent of a solution, as numbers of Dataverse. */
import { addActivity, closeDraft, openDraft } from '../../draft.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { ownTextProperty } from '../../range-property.ts';
import { attributeText, children, localName, textOf } from '../../xml/document.ts';
import { xmlSource } from '../../xml/source.ts';
import { NO_DOCUMENT } from './power-fx.ts';

/** Names of the settings in a workspace, and of their values there, by those of the table `bot`. */
const SETTINGS: ReadonlyMap<string, readonly [name: string, values: readonly string[]]> = new Map([
  ['authenticationmode', ['authenticationMode', ['Unspecified', 'None', 'Integrated', 'Custom', 'Generic']]],
  [
    'accesscontrolpolicy',
    ['accessControlPolicy', ['Any', 'ChatbotReaders', 'GroupMembership', 'AnyMultitenant']],
  ],
  ['authenticationtrigger', ['authenticationTrigger', ['AsNeeded', 'Always']]],
]);

/** The table row of an agent. */
export const bot: KindReader = {
  kind: 'copilot-studio-part',
  path: /(?:^|\/)bots\/[^/]+\/bot\.xml$/i,
  syntax: 'xml',
  marks: ['<bot', '<Bot'],
  isOne: (file) => localName(file.xml(), 0).toLowerCase() === 'bot',
  read(file) {
    const doc = file.xml();
    const schema = attributeText(doc, 0, 'schemaname') ?? file.name;
    const draft = openDraft('power-automate', 'copilot-studio-part', schema, 'power-fx', xmlSource(doc));
    const activity = addActivity(draft, {
      at: 0,
      parent: -1,
      type: 'AgentSettings',
      role: 'other',
      name: schema,
      id: schema,
    });
    activity.properties = children(doc, 0).flatMap((at) => {
      const [name, values] = SETTINGS.get(localName(doc, at).toLowerCase()) ?? [];
      if (name === undefined) return [];
      const text = textOf(doc, at).trim();
      const label = { text: name, id: undefined };
      return [ownTextProperty(NO_DOCUMENT, at, 0, label, 'in', undefined, values?.[Number(text)] ?? text)];
    });
    return [closeDraft(draft)];
  },
};
