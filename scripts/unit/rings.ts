/**
 * The two rings of test files. `npm test` runs the inner one, which guards every change; `npm run test:full` runs both.
 * Every file is in the inner ring unless a row here names it.
 */
import { globSync } from 'node:fs';
import { ROOT } from '../imports.ts';

/** Environment variable with the ring of a run; unset for chosen files, whose tests run in full size. */
export const RING = 'TEST_RING';

/** Rings by their name on the command line. */
export type Ring = 'inner' | 'full';

/** Files of the outer ring with one reason. */
export interface OuterFiles {
  /** Patterns from the root of the repository. */
  readonly files: readonly string[];
  readonly why: string;
}

/** The outer ring: long runs of what shorter tests of the inner ring cover too, and what only a release changes. */
export const OUTER: readonly OuterFiles[] = [
  {
    files: [
      'test/cli/pull-kills.test.ts',
      'test/processes/{chaos,core-killed,hosts,lost-supervisor,soak}.test.ts',
      'test/infra/database-away.test.ts',
      'test/infra/core/spread.test.ts',
      'test/service/bodies/{moves-and-deletions,packed-results}.test.ts',
      'test/service/audit-targets/kills.test.ts',
      'test/service/webhooks/process.test.ts',
      'test/infra/{newer-schema,pooler,restore}.test.ts',
    ],
    why: 'kill processes, cut networks, overload a service and move its data; `test/processes/supervisor.test.ts` covers one crash of each process, `test/cli/pull.test.ts` a pull that goes on',
  },
  {
    files: [
      'test/processes/{broken-off-calls,hostile-callers,limits-by-wire,limits-end-to-end}.test.ts',
      'test/processes/{log-commands-service,long-calls,metrics,readiness}.test.ts',
      'test/gateway/request/{stream,upload-memory}.test.ts',
      'test/gateway/response/{large-result,unread-answers}.test.ts',
      'test/rpc/{connection-age,stream-resets}.test.ts',
      'test/service/{free-scans/scan-limits,rate-limits/limiter}.test.ts',
      'test/service/validations/{async-uploads,large-results,list-plans}.test.ts',
    ],
    why: 'flood a service in full size, or wait for its limits one by one; the other tests of gateway and core cover each limit',
  },
  {
    files: [
      'test/analysis/{bombs,fuzz,growth}.test.ts',
      'test/analysis/custom-rules/file-budget.test.ts',
      'test/analysis/platforms/readers/zip.test.ts',
      'test/service/validations/{padded-gate-service,poison-files}.test.ts',
    ],
    why: 'analyse the largest hostile and random files; the tests of readers, engine and pool cover each limit',
  },
  {
    files: [
      'test/analysis/{corpus,public-examples,rule-cost}.test.ts',
      'test/analysis/fixes/corpus-fixes.test.ts',
      'test/analysis/metamorphic/{automation-anywhere,blue-prism,power-automate,uipath}.test.ts',
    ],
    why: 'analyse all real files, as `CORPUS_ABSENT` leaves out of the inner ring, and every example again after changes of its form; examples and goldens cover each rule',
  },
  {
    files: [
      'test/policy/dry-run.test.ts',
      'test/service/policy/offline-and-service.test.ts',
      'test/analysis/engine/words-hide-nothing.test.ts',
      'test/analysis/custom-rules/narrowing.test.ts',
    ],
    why: 'compare two ways over the options or examples of every rule; examples and goldens cover each rule',
  },
  {
    files: ['test/repository/{documented-commands,github-action,pipeline-recipes,pipelines}.test.ts'],
    why: 'run the commands and recipes of the documents; `test/cli/` covers each command',
  },
  {
    files: [
      'test/repository/{cli-package,deployed-roles,package,postgres-roles,release,supply-chain}.test.ts',
    ],
    why: 'build and start what a release installs',
  },
  {
    files: ['test/contract/spectral.test.ts', 'test/infra/{sealed-secrets,traces}.test.ts'],
    why: 'check the style of the OpenAPI document, and every route of a whole service for its spans and for secrets in what it writes; few changes touch them',
  },
  {
    files: [
      'test/cli/{compare,offline-formats,policy-dry-run,pull-power-platform}.test.ts',
      'test/processes/start-faults.test.ts',
    ],
    why: 'start the command some hundred times; the other tests of `test/cli/` cover formats, dry runs, pulls, errors and names, those of the engine comparisons',
  },
  {
    files: ['test/web/verdicts.test.ts', 'test/analysis/{groups,silenced-surfaces}.test.ts'],
    why: 'compare the verdict on every surface; the tests of screens, formats and messages cover each of them',
  },
  {
    files: [
      'test/web/{account,audit,changes,channels,check,connect,exceptions,feed,findings}.test.ts',
      'test/web/{inventory,picture,policies,projects,rules,scan,settings,shell,sign-in,sources}.test.ts',
      'test/web/{team,teams,trends,trust-policies,unanalysed,webhooks,workflows}.test.ts',
    ],
    why: 'use one screen at a time in a browser; `test/web/states.test.ts` opens each screen, that of results uses one by keyboard and pointer, that of parts what screens share, and the tests of REST cover the calls',
  },
  {
    files: [
      'test/service/policy/{new-rule-grace,pack-locks,policy-packs,proof-setting,unanalysed-setting}.test.ts',
      'test/service/{changes/announcements,policy/vendor-setting,policy/logic-apps-setting}.test.ts',
      'test/service/projects/{nested-archives,project-across,project-copies,project-formats}.test.ts',
      'test/service/projects/{project-list,project-policy}.test.ts',
      'test/service/projects/{reuse-faults,unchanged-projects}.test.ts',
      'test/service/validations/{platform-names,statement-faults}.test.ts',
      'test/service/webhooks/{callbacks,project-summaries,statement-faults}.test.ts',
    ],
    why: 'follow one setting, or one fault after another, through the whole service; the tests of projects, policies, validations and deliveries cover its way, those of analysis and policies what it decides',
  },
  {
    files: [
      'test/gateway/{openapi/every-answer,pages/documents}.test.ts',
      'test/gateway/people/{own-site,provider-sign-in}.test.ts',
      'test/gateway/routes/trust-policies.test.ts',
      'test/gateway/server/{order,process}.test.ts',
      'test/infra/{blobs,job-queue,tls}.test.ts',
      'test/processes/tenancy-teams.test.ts',
      'test/contract/error-chain.test.ts',
      'test/service/{dry-runs/dry-runs,estate/channels,feed/feed-stream,free-scans/leads}.test.ts',
      'test/service/drift/{announcements,links,proposals,workflow-forms}.test.ts',
      'test/service/{assignments/assign-findings,estate/crossings,teams/team-pages}.test.ts',
      'test/service/audit-targets/{security-events,trouble}.test.ts',
      'test/service/sources/power-platform-pull.test.ts',
      'test/service/{free-scans/lead-proof,idempotency/idempotency-effects}.test.ts',
    ],
    why: 'try every way through one feature; a shorter test beside each covers the feature',
  },
  {
    files: [
      'test/cli/{completion,deliveries-command,doctor,init,mcp,organisations-command}.test.ts',
      'test/infra/migrate.test.ts',
      'test/cli/{policy-publish,submit}.test.ts',
      'test/clients/typescript.test.ts',
      'test/repository/{capacity-document,deploy,flaky-files,kubernetes}.test.ts',
    ],
    why: 'run what an operator, a user of the client or an image builder runs once; few changes touch it',
  },
];

/** Lists all test files. */
export const allTestFiles = (): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Returns the files of the outer ring. */
export const outerFiles = (): ReadonlySet<string> =>
  new Set(
    globSync(
      OUTER.flatMap(({ files }) => files),
      { cwd: ROOT },
    ).map((file) => file.replaceAll('\\', '/')),
  );

/** Lists the test files of a run. */
export function filesOf(ring: Ring): readonly string[] {
  if (ring === 'full') return allTestFiles();
  const outer = outerFiles();
  return allTestFiles().filter((file) => !outer.has(file));
}
