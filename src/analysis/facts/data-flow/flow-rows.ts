/** The tables about data flow, by language. */
import type { ExpressionLanguage } from '../../model/workflow.ts';
import { CLOUD_FLOW_CHANNELS } from './cloud-flow/channels.ts';
import { CLOUD_FLOW_FUNCTIONS } from './cloud-flow/functions.ts';
import { CLOUD_FLOW_GUARDS } from './cloud-flow/guards.ts';
import { CLOUD_FLOW_SECRETS } from './cloud-flow/secrets.ts';
import { CLOUD_FLOW_SINKS } from './cloud-flow/sinks.ts';
import { CLOUD_FLOW_SOURCES } from './cloud-flow/sources.ts';
import { CLOUD_FLOW_TRANSFERS } from './cloud-flow/transfers.ts';
import { DESKTOP_FLOW_CHANNELS } from './desktop-flow/channels.ts';
import { DESKTOP_FLOW_DOWNLOADS } from './desktop-flow/downloads.ts';
import { DESKTOP_FLOW_FUNCTIONS } from './desktop-flow/functions.ts';
import { DESKTOP_FLOW_GUARDS } from './desktop-flow/guards.ts';
import { DESKTOP_FLOW_SECRETS } from './desktop-flow/secrets.ts';
import { DESKTOP_FLOW_SINKS } from './desktop-flow/sinks.ts';
import { DESKTOP_FLOW_SOURCES } from './desktop-flow/sources.ts';
import { DESKTOP_FLOW_TRANSFERS } from './desktop-flow/transfers.ts';
import { FLOW_REQUESTS } from './flow-requests.ts';
import { PROCESS_CHANNELS } from './process/channels.ts';
import { PROCESS_DOWNLOADS } from './process/downloads.ts';
import { PROCESS_FUNCTIONS } from './process/functions.ts';
import { PROCESS_GUARDS } from './process/guards.ts';
import { PROCESS_SECRETS } from './process/secrets.ts';
import { PROCESS_SINKS } from './process/sinks.ts';
import { PROCESS_SOURCES } from './process/sources.ts';
import { PROCESS_TRANSFERS } from './process/transfers.ts';
import { REQUESTS } from './requests.ts';
import type { FlowRow } from './row.ts';
import { TASK_BOT_CHANNELS } from './task-bot/channels.ts';
import { TASK_BOT_DOWNLOADS } from './task-bot/downloads.ts';
import { TASK_BOT_FUNCTIONS } from './task-bot/functions.ts';
import { TASK_BOT_GUARDS } from './task-bot/guards.ts';
import { TASK_BOT_SECRETS } from './task-bot/secrets.ts';
import { TASK_BOT_SINKS } from './task-bot/sinks.ts';
import { TASK_BOT_SOURCES } from './task-bot/sources.ts';
import { TASK_BOT_TRANSFERS } from './task-bot/transfers.ts';
import { UIPATH_CHANNELS } from './uipath/channels.ts';
import { UIPATH_DOWNLOADS } from './uipath/downloads.ts';
import { UIPATH_FUNCTIONS } from './uipath/functions.ts';
import { UIPATH_GUARDS } from './uipath/guards.ts';
import { UIPATH_SECRETS } from './uipath/secrets.ts';
import { UIPATH_SINKS } from './uipath/sinks.ts';
import { UIPATH_SOURCES } from './uipath/sources.ts';
import { UIPATH_TRANSFERS } from './uipath/transfers.ts';

/** Limits sinks where data gets out to the families that must not. */
const protectedFrom = (rows: readonly FlowRow[]): readonly FlowRow[] =>
  rows.map((row) =>
    row.kind === 'sink' && row.families === undefined ? { ...row, families: ['secret', 'personal'] } : row,
  );

const UIPATH: readonly FlowRow[] = [
  ...protectedFrom(UIPATH_SECRETS),
  ...UIPATH_SOURCES,
  ...UIPATH_SINKS,
  ...UIPATH_DOWNLOADS,
  ...UIPATH_TRANSFERS,
  ...UIPATH_FUNCTIONS,
  ...UIPATH_GUARDS,
  ...UIPATH_CHANNELS,
];

const OWN_ROWS: Readonly<Record<ExpressionLanguage, readonly FlowRow[]>> = {
  'visual-basic': UIPATH,
  csharp: UIPATH,
  'workflow-definition': [
    ...protectedFrom(CLOUD_FLOW_SECRETS),
    ...CLOUD_FLOW_SOURCES,
    ...CLOUD_FLOW_SINKS,
    ...CLOUD_FLOW_TRANSFERS,
    ...CLOUD_FLOW_FUNCTIONS,
    ...CLOUD_FLOW_GUARDS,
    ...CLOUD_FLOW_CHANNELS,
  ],
  robin: [
    ...protectedFrom(DESKTOP_FLOW_SECRETS),
    ...DESKTOP_FLOW_SOURCES,
    ...DESKTOP_FLOW_SINKS,
    ...DESKTOP_FLOW_DOWNLOADS,
    ...DESKTOP_FLOW_TRANSFERS,
    ...DESKTOP_FLOW_FUNCTIONS,
    ...DESKTOP_FLOW_GUARDS,
    ...DESKTOP_FLOW_CHANNELS,
  ],
  a360: [
    ...protectedFrom(TASK_BOT_SECRETS),
    ...TASK_BOT_SOURCES,
    ...TASK_BOT_SINKS,
    ...TASK_BOT_DOWNLOADS,
    ...TASK_BOT_TRANSFERS,
    ...TASK_BOT_FUNCTIONS,
    ...TASK_BOT_GUARDS,
    ...TASK_BOT_CHANNELS,
  ],
  'blue-prism': [
    ...protectedFrom(PROCESS_SECRETS),
    ...PROCESS_SOURCES,
    ...PROCESS_SINKS,
    ...PROCESS_DOWNLOADS,
    ...PROCESS_TRANSFERS,
    ...PROCESS_FUNCTIONS,
    ...PROCESS_GUARDS,
    ...PROCESS_CHANNELS,
  ],
  javascript: [],
  'power-fx': [],
};

/** All rows of a language. */
export const FLOW_ROWS = Object.fromEntries(
  Object.entries(OWN_ROWS).map(([language, rows]) => [
    language,
    [
      ...rows,
      ...(REQUESTS[language as ExpressionLanguage] ?? []),
      ...(FLOW_REQUESTS[language as ExpressionLanguage] ?? []),
    ],
  ]),
) as unknown as Readonly<Record<ExpressionLanguage, readonly FlowRow[]>>;
