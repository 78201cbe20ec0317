/** Events to deliver. */
import type { ChatContext, EventData, EventKind, EventRecord } from '../../../src/contract/event.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';

const VALIDATION_ID = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';

/** The finding of a `validation.completed` event. */
export const eventFinding = (description = 'The password is written into the workflow.') => ({
  ruleId: 'UIP-SEC-001',
  severity: 'critical',
  category: 'security',
  location: 'Main › Log in',
  description,
});

const REQUESTED = {
  exceptionId: VALIDATION_ID,
  ruleId: 'UIP-SEC-001',
  severity: 'critical',
  fileName: 'Main.xaml',
  location: 'Main › Log in',
  repository: 'bank/robots',
  reason: 'The vault comes in May.',
  expiresAt: '2026-03-09T09:41:07.000Z',
  requestedByName: 'Ada',
  requestedByEmail: 'ada@example.com',
} as const;

const EXCEPTION_URL = 'http://flowarden.test/exceptions/1';

const SOURCE = {
  sourceId: VALIDATION_ID,
  sourceName: 'Production',
  sourceKind: 'uipath',
};

const DATA = {
  'validation.completed': {
    validationId: VALIDATION_ID,
    platform: 'platform_1',
    fileName: 'Main.xaml',
    label: null,
    passed: false,
    score: 61,
    enforcementMode: 'blocking',
    policyPackSlug: null,
    validatedAt: '2026-03-02T09:41:07.000Z',
    summary: { critical: 1, high: 0, medium: 0, low: 0, total: 1 },
    findings: [eventFinding()],
  },
  'validation.below_threshold': {
    validationId: VALIDATION_ID,
    platform: 'platform_1',
    fileName: 'Main.xaml',
    label: null,
    score: 40,
    threshold: 70,
    previousScore: 80,
    enforcementMode: 'warning',
    validatedAt: '2026-03-02T09:41:07.000Z',
    reportUrl: 'http://flowarden.test/validations/1',
  },
  'exception.expiring_soon': {
    exceptionId: VALIDATION_ID,
    ruleId: 'UIP-SEC-001',
    fileName: 'Main.xaml',
    location: 'Main › Log in',
    reason: 'The vault comes in May.',
    expiresAt: '2026-03-09T09:41:07.000Z',
    daysRemaining: 7,
    requestedByEmail: 'ada@example.com',
  },
  'change.completed': {
    changeId: VALIDATION_ID,
    kind: 'commit',
    passed: false,
    repository: 'bank/robots',
    branch: 'main',
    commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    prUrl: 'https://git.example.com/bank/robots/pull/7',
    author: 'amelia',
    fileName: 'Main.xaml',
    fileCount: 30,
    blockedCount: 2,
    failedCount: 0,
    wouldBlock: 3,
    newFindingsCount: 4,
    resolvedFindingsCount: 1,
    summary: { critical: 1, high: 2, medium: 0, low: 0, total: 3 },
    endedAt: '2026-03-02T09:41:07.000Z',
    reportUrl: 'http://flowarden.test/changes/1',
  },
  'exception.requested': { ...REQUESTED, reportUrl: EXCEPTION_URL },
  'exception.decided': {
    ...REQUESTED,
    decision: 'rejected',
    decidedByName: 'Clara',
    note: 'Use the vault.',
    reportUrl: EXCEPTION_URL,
  },
  'run.blocked': {
    runId: VALIDATION_ID,
    runKind: 'file',
    changeId: VALIDATION_ID,
    fileName: 'Main.xaml',
    repository: 'bank/robots',
    branch: 'main',
    commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    prUrl: null,
    author: 'amelia',
    label: null,
    environment: 'production',
    blocking: 3,
    summary: { critical: 1, high: 2, medium: 0, low: 0, total: 3 },
    endedAt: '2026-03-02T09:41:07.000Z',
    reportUrl: 'http://flowarden.test/validations/1',
  },
  'source.pull_failed': {
    ...SOURCE,
    pullId: VALIDATION_ID,
    problem: 'The platform rejected the client id or secret.',
    endedAt: '2026-03-02T09:41:07.000Z',
    reportUrl: 'http://flowarden.test/sources/1',
  },
  'source.drift_found': {
    ...SOURCE,
    pullId: VALIDATION_ID,
    driftedCount: 12,
    newCount: 1,
    artefacts: [
      {
        artefactId: VALIDATION_ID,
        name: 'InvoiceRobot',
        version: '1.4.2',
        environment: 'production',
        state: 'changed',
      },
    ],
    endedAt: '2026-03-02T09:41:07.000Z',
    reportUrl: 'http://flowarden.test/drift',
  },
  'source.credential_expiring': {
    ...SOURCE,
    expiresAt: '2026-03-09T09:41:07.000Z',
    daysRemaining: 7,
    reportUrl: 'http://flowarden.test/sources/1',
  },
} as const satisfies Readonly<Record<EventKind, EventData>>;

/** An event, with the members of `data` that a test cares about. */
export function webhookEvent(
  kind: EventKind = 'validation.completed',
  data: Readonly<Record<string, unknown>> = {},
  chat: ChatContext | null = null,
): EventRecord {
  const occurredAt = new Date('2026-03-02T09:41:07.123Z');
  return {
    id: uuidV7(occurredAt),
    orgId: '0190d5a4-7c1e-7a3b-9f00-000000000001',
    kind,
    occurredAt,
    data: { ...DATA[kind], ...data },
    chat,
  } as EventRecord;
}
