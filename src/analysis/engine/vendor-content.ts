/** Handling of the vendor's pages: suppressed findings, and a notice that names the objects. */
import { truncate } from '../../text/truncate.ts';
import type { Rule } from '../model/rule.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import { revised } from '../platforms/draft.ts';
import { pagesOf } from '../semantics/flow/pages.ts';
import type { LocatedProblem } from './findings/findings.ts';
import { NAME_MAX } from './findings/shorten.ts';

/** Rule of the notice; see `rules/general/xpl-eng-006.ts`. */
const NOTICE_RULE = 'XPL-ENG-006';
/** The rule about secrets in a known format, and the group of all other rules about secrets in a file. */
const SECRET_RULE = 'XPL-SEC-001';
const SECRET_GROUP = 'literal-secret';
/** Maximum number of named objects, so that the list stays readable. */
const NAMES_MAX = 20;

/** Returns whether a place is the vendor's: on a page of theirs, or in an object that has no other pages. */
function isVendors(workflow: Workflow, { owner, at }: Anchor): boolean {
  const { vendorCopy } = workflow;
  if (vendorCopy === undefined) return false;
  if (owner === -1) return vendorCopy.isWhole || vendorCopy.hasDataItemAt(at);
  return vendorCopy.pages.has(pagesOf(workflow)[owner]!);
}

/** Returns whether a problem of a rule is reported: in the vendor's content secrets alone. */
export function isReported({ id, dedupeGroup }: Rule, workflow: Workflow, at: Anchor): boolean {
  return id === SECRET_RULE || dedupeGroup === SECRET_GROUP || !isVendors(workflow, at);
}

/** Returns the workflow without its vendor comparison: it is analysed like any other. */
export function withoutVendor(workflow: Workflow): Workflow {
  return workflow.vendorCopy === undefined ? workflow : revised(workflow, { vendorCopy: undefined });
}

/** Returns one notice for each file of the upload that has pages of the vendor. */
export function vendorNotices(workflows: readonly Workflow[], { settings }: Ruleset): LocatedProblem[] {
  const withPages = workflows.filter(({ vendorCopy }) => (vendorCopy?.pages.size ?? 0) > 0);
  const setting = withPages.length === 0 ? undefined : settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined) return [];
  const own = setting.rule.severity;
  const judged = setting.severity === own ? { setting } : { setting, ownSeverity: own };
  return [...Map.groupBy(withPages, ({ file }) => file)].map(([file, objects]) => {
    const workflow = workflows.find((one) => one.file === file)!;
    const at = { at: 0, owner: -1, name: '' };
    return { ...judged, workflow, problem: { at, message: sentence(objects), subject: 'vendor-content' } };
  });
}

function sentence(objects: readonly Workflow[]): string {
  const names = objects.slice(0, NAMES_MAX).map(title).join(', ');
  const more = objects.length > NAMES_MAX ? ` and ${objects.length - NAMES_MAX} more` : '';
  const [subject, verb, them] =
    objects.length === 1 ? ['The object', 'is', 'it'] : [`${objects.length} objects`, 'are', 'them'];
  return `${subject} ${names}${more} ${verb} the vendor's, unchanged: only secrets in ${them} are reported.`;
}

/** Returns the name of an object, with the number of the vendor's pages in it if it has others. */
function title(object: Workflow): string {
  const name = `"${truncate(object.name, NAME_MAX)}"`;
  const { pages, isWhole } = object.vendorCopy!;
  if (isWhole) return name;
  const all = object.activities.filter(({ role }) => role === 'page').length;
  return `${name} (${pages.size} of ${all} pages)`;
}
