/** Which test files share a process: loading the product takes longer than the tests of most files. */
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../imports.ts';

/** Name of a process → its files. What they start ends with them, and they leave the process as it was. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  commands: ['test/cli/{[a-n],v}*.test.ts'],
  'commands-2': ['test/cli/[o-s]*.test.ts'],
  documents: [
    'test/repository/{absent-values,access-document,architecture,capacity-document}.test.ts',
    'test/repository/{file-kinds,kubernetes,owner-queries,powershell-blocks,rings,rule-sizes}.test.ts',
    'test/repository/{scores-document,supply-chain,systems,test-files,tidy,troubleshooting-document}.test.ts',
    'test/text/*.test.ts',
  ],
  engine: [
    'test/analysis/{custom-rules,facts,inventory,model}/*.test.ts',
    'test/analysis/{engine,semantics}/**/*.test.ts',
  ],
  gateway: ['test/gateway/**/*.test.ts'],
  infra: ['test/{infra,remotes}/**/*.test.ts', 'test/processes/{banner,role-process,until-ready}.test.ts'],
  parts: [
    'test/analysis/*-findings.test.ts',
    'test/analysis/{archive-locations,channel-data,channels,compare-lines,flowless-solutions,goldens,groups,padded-gate}.test.ts',
    'test/analysis/{planted,rules,silenced-surfaces,text,text-title}.test.ts',
    'test/analysis/{fixes,forms,metamorphic,outline,patterns,report}/*.test.ts',
    'test/picture/*.test.ts',
    'test/{policy,rule-pages}/*.test.ts',
  ],
  platforms: ['test/analysis/platforms/**/*.test.ts'],
  projects: [
    'test/service/{policy,projects,sources}/*.test.ts',
    'test/service/audit-targets/{security-events,stream,trouble}.test.ts',
    'test/service/tickets/tickets.test.ts',
  ],
  rpc: ['test/{contract,rpc}/*.test.ts'],
  scans: [
    'test/service/{feed,findings,free-scans,idempotency,inbox,inventory,mail,outlines,plans}/*.test.ts',
  ],
  service: [
    'test/service/{access,assignments,audit,bodies,changes,dry-runs,estate,evidence,exceptions,teams,views}/*.test.ts',
  ],
  // The longest file, by itself: Node's runner begins with these processes, and at the end it would run alone.
  states: ['test/web/states.test.ts'],
  validations: ['test/service/validations/*.test.ts'],
  web: ['test/web/{account,audit,changes,channels,connect,exceptions,feed,findings,picture}.test.ts'],
  'web-2': ['test/web/{check,inventory,policies,projects,rules,scan,settings,teams,trust-policies}.test.ts'],
  'web-3': ['test/web/{sign-in,sources,team,trends,unanalysed,webhooks,workflows}.test.ts'],
  'web-parts': ['test/web/{answers,budgets,parts,result,zip-files}.test.ts'],
  webhooks: ['test/jobs/*.test.ts', 'test/service/{rate-limits,webhooks}/*.test.ts'],
};

/** Patterns of the table above, for its test. */
export const SHARED_PATTERNS: readonly string[] = Object.values(SHARED).flat();

/** Files of those folders with a process of their own: they change it, measure it, or take long. */
export const ALONE: readonly string[] = [
  'test/analysis/engine/vendor-content.test.ts',
  'test/analysis/platforms/readers/{xml-reader,zip}.test.ts',
  'test/contract/{interface,spectral}.test.ts',
  'test/gateway/response/unread-answers.test.ts',
  'test/gateway/server/process.test.ts',
  'test/infra/{database-away,traces}.test.ts',
  'test/policy/dry-run.test.ts',
  'test/service/access/token.test.ts',
  'test/service/free-scans/scan-limits.test.ts',
  'test/service/policy/offline-and-service.test.ts',
  'test/service/validations/poison-files.test.ts',
];

/** Writes one file for each shared process of these files, and returns these and all files that are in none of them. */
export function writeSharedEntries(folder: string, files: readonly string[]): readonly string[] {
  const others = new Set(files);
  const support = pathToFileURL(join(ROOT, 'test/support/shared-process.ts')).href;
  const shared = [...sharedProcesses()].flatMap(([name, members]) => {
    const chosen = members.filter((file) => others.delete(file));
    if (chosen.length === 0) return [];
    const entry = join(folder, `${name}.test.mjs`);
    const lines = [`import { runInOneProcess } from '${support}';`];
    lines.push(`runInOneProcess(${JSON.stringify(chosen)});`);
    writeFileSync(entry, lines.join('\n'));
    return [entry];
  });
  return [...shared, ...others];
}

/** Returns the name of each shared process with its files. */
export function sharedProcesses(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(SHARED).map(([name, patterns]) => [
      name,
      globSync(patterns, { cwd: ROOT, exclude: ALONE })
        .map((file) => file.replaceAll('\\', '/'))
        .sort(),
    ]),
  );
}
