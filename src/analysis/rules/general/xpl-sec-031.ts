/** Secrets by their documented form in scripts and apps that lie beside workflows. */
import type { Clue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { mask, maskedKey } from '../../patterns/secrets/mask.ts';
import { knownSecretsIn, withArticle } from '../../patterns/secrets/secret-formats.ts';
import { defineRule } from '../define-rule.ts';

/** Code among the files beside workflows of UiPath; the others are data. */
const CODE = /\.(?:py|bas)$/i;

const isCode = ({ kind, name }: Workflow): boolean =>
  kind === 'power-automate-app-source' || (kind === 'uipath-side-file' && CODE.test(name));

/** Power Apps stores addresses of its own resources in apps, which end within a day: 181 in 11 apps, and no other. */
const isOfDesigner = ({ kind }: Workflow, title: string): boolean =>
  kind === 'power-automate-app-source' && title.startsWith('signed address');

function* gather(workflow: Workflow): Generator<Clue> {
  const text = isCode(workflow) ? (workflow.notes[0]?.text ?? '') : '';
  const reported = new Set<string>();
  let [line, counted] = [0, 0];
  for (const { title, secret, start } of knownSecretsIn(text).sort((a, b) => a.start - b.start)) {
    for (; counted < start; counted += 1) if (text[counted] === '\n') line += 1;
    if (reported.has(secret) || isOfDesigner(workflow, title)) continue;
    reported.add(secret);
    const at = { at: line, owner: -1, name: title };
    yield { at, text: `${withArticle(title)}: ${mask(secret)}`, data: { key: maskedKey(secret) } };
  }
}

export const rule = defineRule('XPL-SEC-031', {
  level: 'project',
  gather,
  *check(project) {
    for (const { at, text, data, in: file } of project.clues) {
      const message = `"${file.name}" seems to contain ${text}.`;
      yield { in: file, at, subject: at.name, message, group: (data as { key: string }).key };
    }
  },
});
