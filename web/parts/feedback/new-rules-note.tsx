/** Rules that an upgrade brought, in their grace period. */
import { listNewRules } from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { counted } from '../data/words.ts';

interface NewRulesNoteProps {
  /** The rules to speak of; absent: all. */
  readonly of?: ReadonlySet<string | null>;
}

/** Says from which day findings of new rules may block; shows nothing where there are no such rules. */
export function NewRulesNote({ of }: NewRulesNoteProps) {
  const { data } = useCall(listNewRules, {}, { isEnabled: hasScope(['analysis:read', 'org:admin']) });
  const rules = (data?.newRules ?? []).filter(({ ruleId }) => of === undefined || of.has(ruleId));
  if (rules.length === 0) return null;
  const days = [...new Set(rules.map(({ countsFrom }) => countsFrom))].sort();
  return (
    <p class="soft">
      An upgrade brought {counted(rules.length, 'new rule')}, whose findings are at most medium until{' '}
      {days.join(' and ')}:{' '}
      {rules.map(({ ruleId }, index) => (
        <>
          {index > 0 && ', '}
          <a href={href('/rules/:id', { id: ruleId })}>{ruleId}</a>
        </>
      ))}
      . A dry run of a pack that has them shows what they will block then.
    </p>
  );
}
