/** An address of a service that stands in a workflow. */
import { ancestorsOf, literalOf, propertyOf } from '../../model/navigate.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { readValue } from '../../patterns/texts/read-value.ts';
import { defineRule } from '../define-rule.ts';

/** The server of an address that a text is, or begins with. */
const ADDRESS = /^"?https?:\/\/([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})(?::\d{1,5})?(?:[/?#"]|$)/i;
/** Servers that are the same everywhere: names of schemas, examples, the machine itself. */
const EVERYWHERE =
  /(?:^|\.)(?:localhost|example\.\w{1,63}|schemas(?:\.\w{1,63}){1,8}|w3\.org|\d{1,3}(?:\.\d{1,3}){3})$|^127\.|\.(?:example|invalid|test)$/i;
/** Workflows that read the configuration, and put it in its place. */
const CONFIGURES = /InitAllSettings/i;

/** Returns whether an address is only that of the page on which Studio recorded a target: the card around it opens another. */
function isRecorded(workflow: Workflow, { name, owner }: Text): boolean {
  const step = workflow.activities[owner];
  if (step === undefined || !name.endsWith('BrowserURL')) return false;
  for (const up of ancestorsOf(workflow, step))
    if (propertyOf(up, 'TargetApp.Url') !== undefined) return true;
  return false;
}

export const rule = defineRule('UIP-CFG-002', {
  languages: UIPATH_LANGUAGES,
  level: 'text',
  words: ['http'],
  *check(text, { workflow }) {
    if (CONFIGURES.test(workflow.name) || isRecorded(workflow, text)) return;
    const value = readValue(workflow, text);
    const [, server] = ADDRESS.exec((literalOf(value) ?? '').trim()) ?? [];
    if (server === undefined || EVERYWHERE.test(server)) return;
    const place = workflow.activities[text.owner]?.name ?? workflow.name;
    yield {
      at: text,
      subject: text.name,
      group: server.toLowerCase(),
      message: `"${place}" names the server ${server} in "${text.name}".`,
    };
  },
});
