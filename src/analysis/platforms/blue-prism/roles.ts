/** Roles of Blue Prism stages, in words that hold on every platform. */
import type { Role } from '../../model/workflow.ts';

/** Meaning of a stage type. */
export interface StageKind {
  readonly role: Role;
  /** `step`: the flow runs through it. `page`: it describes its page. `data`: it declares data. `shape`: it is only drawn. */
  readonly part: 'step' | 'page' | 'data' | 'shape';
}

const step = (role: Role): StageKind => ({ role, part: 'step' });

/** Kinds by stage type. Types that are not here are steps of role `other`. */
const STAGE_KINDS: ReadonlyMap<string, StageKind> = new Map(
  Object.entries({
    Start: step('other'),
    End: step('other'),
    Anchor: step('other'),
    Action: step('invoke'),
    SubSheet: step('invoke'),
    Process: step('invoke'),
    Skill: step('invoke'),
    Code: step('script'),
    Calculation: step('assign'),
    MultipleCalculation: step('assign'),
    Decision: step('branch'),
    ChoiceStart: step('branch'),
    ChoiceEnd: step('other'),
    LoopStart: step('loop'),
    LoopEnd: step('other'),
    WaitStart: step('delay'),
    WaitEnd: step('other'),
    Navigate: step('ui'),
    Read: step('ui'),
    Write: step('ui'),
    Alert: step('message'),
    Exception: step('throw'),
    Recover: step('catch'),
    Resume: step('resume'),
    Note: { role: 'comment', part: 'step' },
    Block: { role: 'try', part: 'shape' },
    Data: { role: 'other', part: 'data' },
    Collection: { role: 'other', part: 'data' },
    ProcessInfo: { role: 'page', part: 'page' },
    SubSheetInfo: { role: 'page', part: 'page' },
  } satisfies Record<string, StageKind>),
);

const UNKNOWN: StageKind = step('other');

/** Returns the kind of a stage type. */
export function stageKind(type: string): StageKind {
  return STAGE_KINDS.get(type) ?? UNKNOWN;
}

/** Roles of actions of the vendor's objects; `object::action` precedes `object`. Lower case. */
const ACTION_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['utility - general::sleep', 'delay'],
  ['utility - general::set clipboard', 'clipboard'],
  ['utility - general::get clipboard', 'clipboard'],
  ['utility - environment::set clipboard', 'clipboard'],
  ['utility - environment::get clipboard', 'clipboard'],
  ['utility - environment::clear clipboard', 'clipboard'],
  ['utility - environment::start process', 'shell'],
  ['utility - environment::start process read stderr and stdout', 'shell'],
  ['utility - environment::run process until ended', 'shell'],
  ['utility - environment::take screenshot', 'screenshot'],
  ['utility - file management', 'file'],
  ['utility - file management [extended c#]', 'file'],
  ['utility - http', 'http'],
  ['utility - rest', 'http'],
  ['webservices - rest', 'http'],
  ['data - sql server', 'database'],
  ['data - oledb', 'database'],
  ['data - odbc', 'database'],
  ['data - oracle (mda)', 'database'],
  ['ms excel vbo', 'spreadsheet'],
  ['ms excel vbo - extended', 'spreadsheet'],
  ['ms outlook email vbo', 'email'],
  ['email - pop3/smtp', 'email'],
]);

/** Business objects inside the product: `Blueprism.Automate.clsCredentialsActions`, in several namespaces. */
const INTERNAL_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['clscredentialsactions', 'credential'],
  ['clsworkqueuesactions', 'queue'],
  ['clscollectionactions', 'assign'],
]);

/** Returns the role of an Action stage if the called object is known; else `invoke`. */
export function actionRole(object: string, action: string): Role {
  const called = object.toLowerCase();
  return (
    ACTION_ROLES.get(`${called}::${action.toLowerCase()}`) ??
    ACTION_ROLES.get(called) ??
    INTERNAL_ROLES.get(called.slice(called.lastIndexOf('.') + 1)) ??
    'invoke'
  );
}
