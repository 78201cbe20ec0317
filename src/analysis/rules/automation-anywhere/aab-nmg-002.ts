/** A bot whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { lastPathPart } from '../../patterns/texts/file-name.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const WAIT = '{ "commandName": "clearClipboard", "packageName": "Clipboard" }';
const folder = (name: string): string =>
  `-- manifest.json --\n{"files":[{"path":"Automation Anywhere\\\\Bots\\\\${name}","contentType":"application/vnd.aa.taskbot"}],"packages":[]}
-- Automation Anywhere/Bots/${name} --\n${WAIT}`;

export const rule = defineRule({
  id: 'AAB-NMG-002',
  version: 1,
  title: 'Bot naming convention',
  platforms: ['automation-anywhere'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Copies and versions in names hide which bot is the one that runs, and what was replaced.',
  fix: 'Rename the bot, and leave versions to the Control Room.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    pattern: { default: '', about: 'Pattern of every name.', stricter: 'equal', isPattern: true },
    deny: {
      default: '',
      about: 'Pattern of names that may not be used, such as `(?i)(copy|backup|old|_v\\d+|test)$`.',
      stricter: 'equal',
      isPattern: true,
    },
  },
  needsOneOf: ['pattern', 'deny'],
  level: 'workflow',
  *check(workflow, { options: { pattern, deny } }) {
    if (workflow.kind !== 'automation-anywhere-bot') return;
    const name = lastPathPart(workflow.file || workflow.name).replace(/\.json$/i, '');
    const isDenied = deny !== '' && compileUserPattern(deny).test(name);
    if (!isDenied && (pattern === '' || compileUserPattern(pattern).test(name))) return;
    const message = isDenied
      ? `The name of the bot "${name}" has a part that is not allowed.`
      : `The name of the bot "${name}" does not follow the convention.`;
    yield { at: { at: 0, owner: -1, name }, subject: 'name', message };
  },
  examples: {
    'automation-anywhere': {
      options: { pattern: '^[^_]+$', deny: '(?i)(copy|backup|old|_v[0-9]+)$' },
      bad: [folder('Load orders copy'), folder('Load_v2'), folder('Load_orders')],
      good: [folder('Load orders'), folder('Copy orders'), WAIT],
    },
  },
});
