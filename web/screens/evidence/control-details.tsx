/** Everything about one control: findings, runs, rules, and exceptions with who decided. */
import type { ControlEvidence, ControlException } from '../../api/calls/evidence.ts';
import { ExceptionStateBadge } from '../../parts/data/exception-states.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';

interface ControlDetailsProps {
  readonly evidence: ControlEvidence;
  /** Time at which the evidence was read. */
  readonly asOf: string;
  /** True: its numbers stand beside each other. */
  readonly isWide?: boolean;
}

/** Shows the evidence of a control. */
export function ControlDetails({ evidence, asOf, isWide = false }: ControlDetailsProps) {
  const { findings, rules, exceptions, exceptionCount, coveredRuns, packRuns } = evidence;
  const number = (value: number) => value.toLocaleString('en');
  return (
    <div class="stack">
      <KeyValues
        inRow={isWide}
        entries={[
          ['Open findings', <FindingCounts key="open" summary={findings} />],
          ['Waived findings', number(findings.waived)],
          ['New in this time', number(findings.firstSeen)],
          ['Workflows with findings', number(findings.workflows)],
          ['Covered runs', number(coveredRuns)],
          [
            'Runs under policy packs',
            packRuns === 0 ? null : `${number(packRuns)}, which may switch rules off`,
          ],
        ]}
      />
      <section>
        <h3>Rules</h3>
        <ul class="plain-list evidence-list">
          {rules.map(({ ruleId, title, version, severity, rulesets }) => (
            <li key={ruleId}>
              {isSeverity(severity) && <SeverityMark severity={severity} />}
              <div>
                <RuleLink ruleId={ruleId} title={title} />
                <span class="cell-note">
                  <TextParts
                    parts={[
                      ruleId,
                      `version ${version}`,
                      rulesets.length === 0 ? 'opt-in' : `in ${rulesets.join(', ')}`,
                    ]}
                  />
                </span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Exceptions</h3>
        {exceptions.length === 0 && <p class="soft">None existed in this time.</p>}
        <ul class="plain-list evidence-list">
          {exceptions.map((exception) => (
            <ExceptionEntry key={exception.exceptionId} exception={exception} asOf={asOf} />
          ))}
        </ul>
        {exceptions.length < exceptionCount && (
          <p class="soft">
            The newest {exceptions.length} of {number(exceptionCount)} are listed.
          </p>
        )}
      </section>
    </div>
  );
}

function RuleLink({ ruleId, title }: { readonly ruleId: string; readonly title: string }) {
  if (!hasScope(['analysis:read'])) return <>{title}</>;
  return <a href={href('/rules/:id', { id: ruleId })}>{title}</a>;
}

interface ExceptionEntryProps {
  readonly exception: ControlException;
  readonly asOf: string;
}

/** Shows an exception: what it is for, why, and each step with who took it. */
function ExceptionEntry({ exception, asOf }: ExceptionEntryProps) {
  const { exceptionId, severity, ruleId, fileName, location, repository, reason } = exception;
  return (
    <li>
      {isSeverity(severity) && <SeverityMark severity={severity} />}
      <div>
        <span class="row">
          {hasScope(['exceptions:read']) ? (
            <a href={href('/exceptions/:id', { id: exceptionId })}>
              <bdi>{fileName}</bdi>
            </a>
          ) : (
            <bdi>{fileName}</bdi>
          )}
          <ExceptionStateBadge state={stateAt(exception, asOf)} />
        </span>
        <span class="cell-note">
          <TextParts parts={[ruleId, location, repository === '*' ? 'all repositories' : repository]} />
        </span>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <ul class="plain-list soft">
          {stepsOf(exception).map(([step, time, by, note]) => (
            <li key={step}>
              {step} {DAY.format(new Date(time))}
              {by !== null && (
                <>
                  {' '}
                  by <bdi>{by}</bdi>
                </>
              )}
              {note !== null && (
                <>
                  : <bdi>{note}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

type Step = readonly [step: string, time: string, by: string | null, note: string | null];

function stepsOf(exception: ControlException): readonly Step[] {
  const { requestedAt, requestedBy, decidedAt, decidedBy, decisionNote, revokedAt, revokedBy } = exception;
  const decided = exception.decision === 'rejected' ? 'Rejected' : 'Approved';
  return [
    ['Requested', requestedAt, requestedBy, null],
    ...(decidedAt === null ? [] : [[decided, decidedAt, decidedBy, decisionNote] as const]),
    ...(revokedAt === null ? [] : [['Revoked', revokedAt, revokedBy, null] as const]),
    ...(revokedAt === null && decided === 'Approved'
      ? [['Ends', exception.expiresAt, null, null] as const]
      : []),
  ];
}

/** Returns the state at a time, as the decision does not include the end. */
function stateAt({ decision, expiresAt }: ControlException, moment: string): string {
  const canExpire = decision === 'pending' || decision === 'approved';
  return canExpire && expiresAt <= moment ? 'expired' : decision;
}
