/** Ways to the runs of the same file before and after this one. */
import { useLocation } from 'preact-iso/router';
import { readAnswer } from '../../api/answers.ts';
import { listRuns, type Result } from '../../api/calls/results.ts';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { copyText } from '../../parts/form/copy-button.tsx';
import { href } from '../../routing/paths.ts';
import { useKey } from '../../shell/keys.ts';

/** Newest runs of the file among which this one is looked for. */
const RUNS_MAX = 200;

/** Shows the buttons; the keys `[` and `]` do the same. The runs are read when a person wants them. */
export function RunSteps({ result }: { readonly result: Result }) {
  const { route } = useLocation();
  const { validationId, filename, pipeline } = result;
  const { repository, branch } = pipeline;
  const go = async (step: 1 | -1) => {
    try {
      const input = { query: { filename, branch, repository, pageSize: RUNS_MAX } };
      const { validations } = await readAnswer(listRuns, input);
      // The newest one is first. Without a branch or a repository the list has those of all.
      const runs = validations.filter(
        (run) => run.pipeline.branch === branch && run.pipeline.repository === repository,
      );
      const place = runs.findIndex((run) => run.validationId === validationId);
      const next = place === -1 ? undefined : runs[place + step];
      if (next) route(href('/validations/:id', { id: next.validationId }));
      else
        showToast(
          step === 1 ? 'There is no earlier run of this file.' : 'This is the newest run of this file.',
        );
    } catch (error) {
      showToast(`The runs could not be read. ${(error as Error).message}`);
    }
  };
  useKey('[', () => void go(1), 'Earlier run of the file');
  useKey(']', () => void go(-1), 'Later run of the file');
  useKey('c', () => void copyText(location.href), 'Copy the link');
  return (
    <span class="row">
      <Button small icon="back" label="Earlier run" onClick={() => void go(1)} />
      <Button small icon="forward" label="Later run" onClick={() => void go(-1)} />
    </span>
  );
}
