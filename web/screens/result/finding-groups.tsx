/** Findings in groups, each a list of places. */
import type { Ref } from 'preact';
import { useRef } from 'preact/hooks';
import type { ResultFinding } from '../../api/calls/results.ts';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { wordsOf } from '../../parts/data/words.ts';
import { useKey } from '../../shell/keys.ts';
import { FindingMarks } from './finding-marks.tsx';
import type { Grouping } from './result-params.ts';

interface FindingGroupsProps {
  readonly findings: readonly ResultFinding[];
  readonly group: Grouping;
  readonly isBusy: boolean;
  readonly onOpen: (findingId: string) => void;
  readonly addressOf: (findingId: string) => string;
}

/** Shows the groups. Keys: n and p, j and k or the arrows move between findings, Enter opens one. */
export function FindingGroups({ findings, group, isBusy, onOpen, addressOf }: FindingGroupsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const move = (step: number) => () => moveFocus(frame.current, step);
  useKey('n', move(1), 'Next finding');
  useKey('p', move(-1), 'Previous finding');
  useKey('j', move(1));
  useKey('k', move(-1));
  useKey('ArrowDown', move(1), null, () => frame.current?.contains(document.activeElement) === true);
  useKey('ArrowUp', move(-1), null, () => frame.current?.contains(document.activeElement) === true);
  return (
    <div class="finding-groups" aria-busy={isBusy} ref={frame as Ref<HTMLDivElement>}>
      {grouped(findings, group).map(({ key, title, members }) => (
        <section key={key} class="finding-group">
          <h2>
            {title}
            <span class="count">{members.length.toLocaleString('en')}</span>
          </h2>
          <ul class="plain-list">
            {members.map((finding) => (
              <li key={finding.id} class="finding">
                {isSeverity(finding.severity ?? '') && <SeverityMark severity={finding.severity as 'low'} />}
                <div class="finding-text">
                  <a
                    class="finding-link"
                    href={addressOf(finding.id ?? '')}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      onOpen(finding.id ?? '');
                    }}
                  >
                    <bdi>{group === 'rule' ? finding.location : finding.rule}</bdi>
                  </a>
                  <p class="soft">
                    <bdi>{group === 'rule' ? finding.description : finding.location}</bdi>
                  </p>
                </div>
                <FindingMarks finding={finding} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function moveFocus(frame: HTMLElement | null, step: number): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>('.finding-link') ?? [])];
  const current = links.indexOf(document.activeElement as HTMLElement);
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1);
  links[next]?.focus();
}

interface Group {
  readonly key: string;
  readonly title: string;
  readonly members: ResultFinding[];
}

/** Puts findings that follow each other and have the same key together; the API sorts them so. */
function grouped(findings: readonly ResultFinding[], group: Grouping): readonly Group[] {
  const groups: Group[] = [];
  for (const finding of findings) {
    const [key, title] = groupOf(finding, group);
    if (groups.at(-1)?.key === key) groups.at(-1)!.members.push(finding);
    else groups.push({ key, title, members: [finding] });
  }
  return groups;
}

function groupOf(finding: ResultFinding, group: Grouping): readonly [key: string, title: string] {
  if (group === 'rule') return [finding.catalogRuleId ?? '', finding.rule ?? ''];
  if (group === 'file') {
    const file = (finding.location ?? '').split(' › ')[0]!;
    return [file, file];
  }
  const value = (group === 'severity' ? finding.severity : finding.category) ?? '';
  return [value, wordsOf(value)];
}
