/** Reads the name and the packages of a project in Python (`pyproject.toml`), by its lines: the rest of TOML stays unread. */
import type { Workflow } from '../../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { LINE_SOURCE } from '../../../line-source.ts';

/** Packages that are read; real projects have some tens. */
const PACKAGES_MAX = 1_000;
const SECTION = /^\[([\w.-]{1,100})\]\s*(?:#.*)?$/;
const NAME = /^name\s*=\s*["']([^"']{1,200})["']/;
const LIST = /^dependencies\s*=\s*\[/;
const TEXTS = /"([^"]{1,300})"|'([^']{1,300})'/g;
/** Name of a package, without its extras, and the conditions on its version. */
const PACKAGE = /^([\w.-]{1,200})(?:\[[^\]]{0,200}\])?\s*([^;]{0,100})/;

/** Reads the project; packages are settings of it. */
export function readPythonProject(file: InputFile): Workflow {
  const folder = file.path.split('/').at(-2) ?? file.name;
  const draft = openDraft('uipath', 'uipath-coded-agent-part', folder, 'javascript', LINE_SOURCE);
  draft.artifactKey = `${folder}/${file.name.toLowerCase()}`;
  let section = '';
  let isInList = false;
  for (const raw of file.bytes.toString('utf8').split('\n')) {
    const code = raw.trim();
    if (!isInList) section = SECTION.exec(code)?.[1] ?? section;
    if (section !== 'project') continue;
    const name = isInList ? undefined : NAME.exec(code)?.[1];
    if (name !== undefined) draft.name = name;
    const start = isInList ? 0 : (LIST.exec(code)?.[0].length ?? -1);
    if (start === -1 || code.startsWith('#')) continue;
    isInList = true;
    for (const [whole, double, single] of code.slice(start).matchAll(TEXTS)) {
      const [, target = whole, detail = ''] = PACKAGE.exec(double ?? single!) ?? [];
      if (draft.settings.size < PACKAGES_MAX) draft.settings.set(`packages.${target}`, detail.trim());
    }
    if (code.slice(start).replace(TEXTS, '').includes(']')) isInList = false;
  }
  return closeDraft(draft);
}
