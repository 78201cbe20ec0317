/** Buttons that save a list or a result as a file. */
import type { Call } from '../../api/define-call.ts';
import { downloadAs, type ExportFormat } from '../../api/download.ts';
import { useAction } from '../../api/use-action.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { showToast } from '../feedback/live-region.tsx';
import { Button } from './button.tsx';

interface ExportButtonsProps {
  readonly call: Pick<Call<unknown, never>, 'method' | 'path'>;
  /** Filters and order of the list: the file holds exactly what they leave. */
  readonly query: QueryValues;
  readonly formats: readonly ExportFormat[];
  /** Word for what is saved, and name of a file that the service does not name. */
  readonly noun?: 'list' | 'result';
}

/** Shows one button a format. */
export function ExportButtons({ call, query, formats, noun = 'list' }: ExportButtonsProps) {
  const { isBusy, run } = useAction(async (format: ExportFormat) => {
    try {
      await downloadAs(call, query, { format, name: noun });
    } catch (error) {
      showToast(`The ${noun} was not saved. ${(error as Error).message}`);
    }
  });
  return (
    <fieldset class="plain-fieldset row">
      <legend class="visually-hidden">Export the {noun}</legend>
      <span class="soft" aria-hidden="true">
        Export
      </span>
      {formats.map((format) => (
        <Button
          key={format}
          small
          icon="download"
          label={`Export as ${format.toUpperCase()}`}
          isBusy={isBusy}
          onClick={() => void run(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </fieldset>
  );
}
