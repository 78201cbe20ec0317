/** Closed lists of the estate's requests. */

/** Orders of the workflows: the worst score first, or the newest run first. */
export const WORKFLOW_ORDERS = ['score', 'time'] as const;
export type WorkflowOrder = (typeof WORKFLOW_ORDERS)[number];

/** `open`: no approved exception waives the finding. */
export const FINDING_STATUSES = ['open', 'pending', 'waived', 'all'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** `mine`: assigned to the caller or a team of theirs; `none`: to no one. */
export const FINDING_ASSIGNMENTS = ['mine', 'none', 'anyone'] as const;
export type FindingAssignment = (typeof FINDING_ASSIGNMENTS)[number];

/** `joined`: channels that one workflow writes and another one reads. */
export const CHANNEL_LISTS = ['joined', 'all'] as const;
export type ChannelList = (typeof CHANNEL_LISTS)[number];

/** Facts that findings are counted by. */
export const COUNT_KEYS = [
  'rule',
  'severity',
  'platform',
  'category',
  'workflow',
  'repository',
  'owner',
  'criticality',
  'data_class',
] as const;
export type CountKey = (typeof COUNT_KEYS)[number];

/** Frameworks of the controls that rules are relevant to. `OWASP` holds all lists of OWASP but the one for low-code. */
export const FRAMEWORKS = [
  'CWE',
  'DORA',
  'EU-AI-Act',
  'GDPR',
  'HIPAA',
  'ISO27001',
  'ISO42001',
  'LCNC',
  'NIS2',
  'NIST',
  'OWASP',
  'OWASP-Agentic',
  'OWASP-LLM',
  'PCI',
  'SOC2',
  'SOX-ITGC',
] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** Facts that statistics are grouped by. */
export const STATISTICS_GROUPS = [
  'platform',
  'source',
  'environment',
  'owner',
  'criticality',
  'data_class',
] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

/** Facts that the backlog is grouped by. */
export const BACKLOG_GROUPS = ['repository', 'owner'] as const;
export type BacklogGroup = (typeof BACKLOG_GROUPS)[number];

/** Criticality of a workflow, as people state it. */
export const CRITICALITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Criticality = (typeof CRITICALITIES)[number];

/** Sensitivity of the data of a workflow, as people state it. */
export const DATA_CLASSES = ['public', 'internal', 'confidential', 'restricted'] as const;
export type DataClass = (typeof DATA_CLASSES)[number];

/** Owner of workflows that no team owns, as a filter and as a key of counts. */
export const NO_OWNER = 'none';
