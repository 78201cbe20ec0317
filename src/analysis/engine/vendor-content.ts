/** Handling of unchanged vendor content: suppressed findings, and a notice that names the content. */
import { truncate } from '../../text/truncate.ts';
import type { Rule } from '../model/rule.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import { revised } from '../platforms/draft.ts';
import type { LocatedProblem } from './findings/findings.ts';
import { NAME_MAX } from './findings/shorten.ts';

/** Rule of the notice; see `rules/general/xpl-eng-006.ts`. */
const NOTICE_RULE = 'XPL-ENG-006';
/** The rule about secrets in a known format, and the group of all other rules about secrets in a file. */
const SECRET_RULE = 'XPL-SEC-001';
const SECRET_GROUP = 'literal-secret';
/** Maximum number of named objects, so that the list stays readable. */
const NAMES_MAX = 20;

const isUnchanged = ({ vendorCopy }: Workflow): boolean => vendorCopy === 'unchanged';

/** Returns whether a rule's problems in a workflow are reported: in the vendor's unchanged content secrets alone. */
export function isReported({ id, dedupeGroup }: Rule, workflow: Workflow): boolean {
  return !isUnchanged(workflow) || id === SECRET_RULE || dedupeGroup === SECRET_GROUP;
}

/** Returns the workflow without its vendor comparison: it is analysed like any other. */
export function withoutVendor(workflow: Workflow): Workflow {
  return workflow.vendorCopy === undefined ? workflow : revised(workflow, { vendorCopy: undefined });
}

/** Returns one notice for each file of the upload that has unchanged content of the vendor. */
export function vendorNotices(workflows: readonly Workflow[], { settings }: Ruleset): LocatedProblem[] {
  const unchanged = workflows.filter(isUnchanged);
  const setting = unchanged.length === 0 ? undefined : settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined) return [];
  const own = setting.rule.severity;
  const judged = setting.severity === own ? { setting } : { setting, ownSeverity: own };
  return [...Map.groupBy(unchanged, ({ file }) => file)].map(([file, objects]) => {
    const workflow = workflows.find((one) => one.file === file)!;
    const at = { at: 0, owner: -1, name: '' };
    return { ...judged, workflow, problem: { at, message: sentence(objects), subject: 'vendor-content' } };
  });
}

function sentence(objects: readonly Workflow[]): string {
  const names = objects.slice(0, NAMES_MAX).map(({ name }) => `"${truncate(name, NAME_MAX)}"`);
  const more = objects.length > NAMES_MAX ? ` and ${objects.length - NAMES_MAX} more` : '';
  const [subject, verb, them] =
    objects.length === 1 ? ['The object', 'is', 'it'] : [`${objects.length} objects`, 'are', 'them'];
  return `${subject} ${names.join(', ')}${more} ${verb} the vendor's, unchanged: only secrets in ${them} are reported.`;
}
