/** Runs the cases of a pack: each file through the engine and the gate, as a run of its environment would be. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeReport } from '../../analysis/engine/judge-report.ts';
import { createEngine, type Engine } from '../../analysis/engine/validate.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { PLATFORM_READERS } from '../../analysis/platforms/read-workflows.ts';
import type { ScopedException } from '../../contract/exception.ts';
import { AppError } from '../../errors.ts';
import { type BuiltEnvironment, type BuiltPack, environmentOf, packEffective } from '../built/built-pack.ts';
import type { PolicyCase } from './case-schema.ts';
import type { PlacedCase } from './read-cases.ts';

/** Result of a case. */
export interface CaseResult extends PlacedCase {
  /** Differences from the expectation, a sentence each; empty: the case passes. */
  readonly failures: readonly string[];
}

/** A pack under test. */
export interface TestedPack {
  /** Folder that the files of cases are relative to. */
  readonly folder: string;
  readonly pack: BuiltPack;
  readonly rules: readonly Rule[];
}

/** Number of findings that a case looks at. */
const FINDINGS_MAX = 10_000;

/** Runs cases one after the other. */
export async function runCases(
  tested: TestedPack,
  cases: readonly PlacedCase[],
): Promise<readonly CaseResult[]> {
  const engine = createEngine(tested.rules);
  const results: CaseResult[] = [];
  for (const one of cases) results.push({ ...one, failures: await failuresOf(tested, one.test, engine) });
  return results;
}

async function failuresOf(tested: TestedPack, test: PolicyCase, engine: Engine): Promise<readonly string[]> {
  const { environments } = tested.pack;
  const name = test.environment ?? null;
  if (name !== null && !Object.hasOwn(environments, name)) return [`The pack has no environment "${name}".`];
  const environment = environmentOf(tested.pack, name);
  try {
    return compare(test, environment, judge(test, environment, engine, await contentOf(tested, test)));
  } catch (error) {
    if (error instanceof AppError) return [`The file cannot be judged: ${error.message}`];
    throw error;
  }
}

/** A file of a case. */
interface CaseFile {
  readonly bytes: Uint8Array;
  readonly platform: Platform | undefined;
  readonly name: string;
}

async function contentOf({ folder }: TestedPack, { file, snippet }: PolicyCase): Promise<CaseFile> {
  if (file !== undefined) {
    const bytes = await readFile(join(folder, file)).catch((cause: Error) => {
      throw new AppError('empty_file', `${file}: ${cause.message}`, {}, { cause });
    });
    return { bytes, platform: undefined, name: file.slice(file.lastIndexOf('/') + 1) };
  }
  const [[platform, text]] = Object.entries(snippet!) as [[Platform, string]];
  const reader = PLATFORM_READERS.find((one) => one.platform === platform)!;
  return { bytes: Buffer.from(reader.snippet(text)), platform, name: 'example' };
}

/** Outcome of a case's file. */
interface Judged {
  readonly passed: boolean;
  readonly score: number;
  readonly findings: readonly Finding[];
  readonly blocking: readonly Finding[];
}

function judge(test: PolicyCase, { policy, mode }: BuiltEnvironment, engine: Engine, file: CaseFile): Judged {
  const path = test.path ?? file.name;
  const report = engine.validate({
    bytes: file.bytes,
    filename: file.name,
    path,
    platform: file.platform,
    ruleset: packEffective(policy),
    findingsMax: FINDINGS_MAX,
  });
  const at = new Date(0);
  const { gate } = policy.judgement;
  const { verdict } = judgeReport(report, {
    file: { scope: null, path, formerName: null },
    exceptions: (test.exceptions ?? []).map((ruleId, index) => approved(ruleId, index)),
    previous: undefined,
    passed: undefined,
    enforcementMode: mode ?? 'blocking',
    gate,
    at,
  });
  const { passed, score, findings } = verdict;
  return { passed, score, findings, blocking: blockingFindings(findings, gate.failOn) };
}

function approved(ruleId: string, index: number): ScopedException {
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    ruleId,
    fileName: '*',
    byBaseName: false,
    fingerprint: null,
    places: null,
    location: '*',
    repository: null,
    severity: 'critical',
    decision: 'approved',
    expiresAt: new Date(1),
  };
}

function compare({ expect }: PolicyCase, { origins }: BuiltEnvironment, judged: Judged): readonly string[] {
  const { passed, score, findings, blocking } = judged;
  const failures: string[] = [];
  if (expect.passed !== undefined && expect.passed !== passed)
    failures.push(`passed is ${passed}; the case expects ${expect.passed}.`);
  if (expect.score !== undefined && !fitsScore(score, expect.score))
    failures.push(`The score is ${score}; the case expects ${expect.score}.`);
  if (expect.blocking !== undefined) failures.push(...blockingFailures(blocking, expect.blocking));
  for (const rule of expect.absent ?? [])
    if (findings.some(({ ruleId }) => ruleId === rule))
      failures.push(`${rule} has a finding; the case expects none.`);
  for (const [rule, severity] of Object.entries(expect.severity ?? {})) {
    const found = [...new Set(findings.filter(({ ruleId }) => ruleId === rule).map((one) => one.severity))];
    if (found.length !== 1 || found[0] !== severity)
      failures.push(`${rule} is ${found.join(' and ') || 'not found'}; the case expects ${severity}.`);
  }
  for (const [rule, place] of Object.entries(expect.origin ?? {})) {
    const found = Object.hasOwn(origins, rule) ? origins[rule]!.on : undefined;
    if (found !== place)
      failures.push(`${rule} is decided at ${found ?? 'no place'}; the case expects ${place}.`);
  }
  return failures;
}

function fitsScore(score: number, expected: string): boolean {
  const limit = Number(expected.replace(/^[<>=]+/, ''));
  if (expected.startsWith('>=')) return score >= limit;
  return expected.startsWith('<=') ? score <= limit : score === limit;
}

function blockingFailures(blocking: readonly Finding[], expected: readonly string[]): readonly string[] {
  const matches = ({ ruleId, location }: Finding, wanted: string): boolean =>
    wanted === ruleId || wanted === `${ruleId}@${location.names.at(-1)}`;
  const missing = expected.filter((wanted) => !blocking.some((finding) => matches(finding, wanted)));
  const others = blocking.filter((finding) => !expected.some((wanted) => matches(finding, wanted)));
  return [
    ...missing.map((wanted) => `${wanted} does not block; the case expects that it does.`),
    ...others.map(
      ({ ruleId, location }) => `${ruleId}@${location.names.at(-1)} blocks; the case does not expect it.`,
    ),
  ];
}
