/** Classes of OCSF for security events: Authentication, API Activity and Compliance Finding. */
import type {
  RejectionFacts,
  SecurityEvent,
  SignInFacts,
  VerdictFacts,
} from '../../audit/events/security-event.ts';
import { OTHER, ocsfType, userOf } from './ocsf-type.ts';

/** Converts what is special to the kind of an event. Members replace those that every event has. */
export function ofSecurityEvent(event: SecurityEvent): Readonly<Record<string, unknown>> {
  if (event.kind === 'sign_ins') return ofSignIn(event.data);
  if (event.kind === 'rejections') return ofRejection(event.data, event.occurredAt);
  return ofVerdict(event.data);
}

const AUTHENTICATION = {
  category_uid: 3,
  category_name: 'Identity & Access Management',
  class_uid: 3002,
  class_name: 'Authentication',
} as const;

function ofSignIn({ way, subject, name, email, address, browser }: SignInFacts) {
  return {
    ...AUTHENTICATION,
    ...ocsfType(AUTHENTICATION.class_uid, 1, 'Logon'),
    user: { uid: subject, name, type_id: 1, type: 'User', ...(email !== null && { email_addr: email }) },
    service: { name: 'Flowarden' },
    src_endpoint: { ip: address },
    ...(way === 'provider'
      ? { auth_protocol_id: 4, auth_protocol: 'OpenID' }
      : { auth_protocol_id: OTHER, auth_protocol: way }),
    raw_data: JSON.stringify({ way, browser }),
  };
}

const API_ACTIVITY = {
  category_uid: 6,
  category_name: 'Application Activity',
  class_uid: 6003,
  class_name: 'API Activity',
} as const;

/** Activities by the first word of a method. */
const ACTIVITIES: Readonly<Record<string, readonly [number, string]>> = {
  Create: [1, 'Create'],
  Add: [1, 'Create'],
  Get: [2, 'Read'],
  List: [2, 'Read'],
  Update: [3, 'Update'],
  Set: [3, 'Update'],
  Delete: [4, 'Delete'],
  Remove: [4, 'Delete'],
  Revoke: [4, 'Delete'],
};

function ofRejection({ code, method, actor, address, count, firstAt }: RejectionFacts, lastAt: Date) {
  const [, verb = ''] = /\/([A-Z][a-z]+)/.exec(method ?? '') ?? [];
  const [activityId, activityName] = ACTIVITIES[verb] ?? [OTHER, 'Other'];
  return {
    ...API_ACTIVITY,
    ...ocsfType(API_ACTIVITY.class_uid, activityId, activityName),
    actor: { user: actor === null ? UNKNOWN_USER : userOf(actor) },
    api: { operation: method ?? 'several', service: { name: 'Flowarden' } },
    src_endpoint: address === null ? { name: 'several' } : { ip: address },
    count,
    start_time: Date.parse(firstAt),
    end_time: lastAt.getTime(),
    severity_id: 2,
    severity: 'Low',
    status_id: 2,
    status: 'Failure',
    status_code: code,
  };
}

const UNKNOWN_USER = { name: 'unknown', type_id: 0, type: 'Unknown' } as const;

const COMPLIANCE_FINDING = {
  category_uid: 2,
  category_name: 'Findings',
  class_uid: 2003,
  class_name: 'Compliance Finding',
} as const;

function ofVerdict({ passed, validationId, fileName, platform, policyPackSlug, ...rest }: VerdictFacts) {
  const verdict = passed ? { status_id: 1, status: 'Pass' } : { status_id: 3, status: 'Fail' };
  return {
    ...COMPLIANCE_FINDING,
    ...ocsfType(COMPLIANCE_FINDING.class_uid, 1, 'Create'),
    finding_info: { uid: validationId, title: `Gate: ${fileName}` },
    compliance: { standards: [policyPackSlug ?? 'Flowarden'], control: 'gate', ...verdict },
    resources: [{ name: fileName, type: platform }],
    ...(!passed && { severity_id: 3, severity: 'Medium' }),
    // In this class the state of the finding, not the success of an act.
    status_id: 1,
    status: 'New',
    raw_data: JSON.stringify(rest),
  };
}
