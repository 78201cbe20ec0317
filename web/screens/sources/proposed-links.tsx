/** Links that Flowarden proposes, until a person decides. */
import { loadAgain } from '../../api/answers.ts';
import { decideLink, type Link, listDrift, listLinks } from '../../api/calls/sources.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { hasScope } from '../../session/session.ts';

/** Shows the proposals; nothing while there is none. */
export function ProposedLinks() {
  const { data } = useCall(listLinks, { query: { state: 'proposed' } });
  const decide = useAction(async ([{ id }, state]: [Link, 'confirmed' | 'refused']) => {
    await decideLink.send({ params: { id }, body: { state } });
    await Promise.all([loadAgain(listLinks), loadAgain(listDrift)]);
  });
  if (!data?.items.length) return null;
  return (
    <section class="section stack">
      <h2>Proposed links</h2>
      {data.items.map((link) => {
        const what = `${link.artefact ?? link.prefix} ↔ ${link.repository} ${link.folder}`;
        return (
          <div class="row" key={link.id}>
            <bdi>{what}</bdi>
            <span class="soft">{link.because}</span>
            {hasScope(['sources:manage']) && (
              <>
                <Button small label={`Confirm ${what}`} onClick={() => void decide.run([link, 'confirmed'])}>
                  Confirm
                </Button>
                <Button small label={`Reject ${what}`} onClick={() => void decide.run([link, 'refused'])}>
                  Reject
                </Button>
              </>
            )}
          </div>
        );
      })}
      {decide.error && <ErrorState error={decide.error} />}
    </section>
  );
}
