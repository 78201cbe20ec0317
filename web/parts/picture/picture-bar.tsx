/** Bar over a picture: workflow and page, search for a step, findings one by one, zoom. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { findingWords } from '../../../src/picture/box-text.ts';
import { useKey } from '../../shell/keys.ts';
import { Button } from '../form/button.tsx';
import { SearchField } from '../form/filters.tsx';

/** Entry of a choice of workflows or pages. */
export interface PictureChoice {
  readonly value: number;
  readonly name: string;
  readonly findings: number;
}

interface PictureBarProps {
  /** Name of what can be found. */
  readonly noun: string;
  readonly workflows: readonly PictureChoice[];
  readonly workflow: number;
  readonly onWorkflow: (index: number) => void;
  readonly pages: readonly PictureChoice[];
  readonly page: number | undefined;
  readonly onPage: (page: number) => void;
  /** Finds the steps whose names hold a text, in running order. */
  readonly search: (text: string) => readonly number[];
  readonly onStep: (node: number) => void;
  /** Number of steps with findings, and the place of the current one among them, from 1; 0: none is current. */
  readonly places: { readonly count: number; readonly current: number };
  readonly onFinding: (direction: 1 | -1) => void;
  /** Number of steps that the data of the open finding takes, and the current one among them, from 1; 0: none here. */
  readonly way: { readonly count: number; readonly current: number };
  readonly onWay: (direction: 1 | -1) => void;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}

const ZOOM = 1.25;

/** Shows the bar. */
export function PictureBar(props: PictureBarProps) {
  const { places, onFinding, way, onWay, onZoom, onFit } = props;
  return (
    <div class="pic-bar">
      <Choice label="Workflow" entries={props.workflows} value={props.workflow} onChoose={props.onWorkflow} />
      <Choice label="Page" entries={props.pages} value={props.page ?? -1} onChoose={props.onPage} />
      <StepSearch noun={props.noun} search={props.search} onStep={props.onStep} />
      {places.count > 0 && (
        <span class="pic-bar-group">
          <Button kind="quiet" icon="back" label="Previous finding" onClick={() => onFinding(-1)} />
          <span class="soft" role="status">
            {places.current === 0
              ? `${places.count} ${places.count === 1 ? 'place' : 'places'}`
              : `${places.current} of ${places.count}`}
          </span>
          <Button kind="quiet" icon="forward" label="Next finding" onClick={() => onFinding(1)} />
        </span>
      )}
      {way.count > 1 && (
        <span class="pic-bar-group">
          <Button kind="quiet" icon="back" label="Previous step of the data" onClick={() => onWay(-1)} />
          <span class="soft" role="status">
            {way.current === 0 ? `Data: ${way.count} steps` : `Data: step ${way.current} of ${way.count}`}
          </span>
          <Button kind="quiet" icon="forward" label="Next step of the data" onClick={() => onWay(1)} />
        </span>
      )}
      <span class="pic-bar-group">
        <Button kind="quiet" label="Zoom out" onClick={() => onZoom(1 / ZOOM)}>
          −
        </Button>
        <Button kind="quiet" label="Zoom in" onClick={() => onZoom(ZOOM)}>
          +
        </Button>
        <Button kind="quiet" small onClick={onFit}>
          Fit
        </Button>
      </span>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly entries: readonly PictureChoice[];
  readonly value: number;
  readonly onChoose: (value: number) => void;
}

function Choice({ label, entries, value, onChoose }: ChoiceProps) {
  if (entries.length < 2) return null;
  return (
    <label class="pic-choice">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {entries.map((entry) => (
          <option key={entry.value} value={entry.value}>
            {entry.findings === 0 ? entry.name : `${entry.name} (${findingWords(entry.findings)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Searches a step by its name; Enter goes from one match to the next. */
function StepSearch({ noun, search, onStep }: Pick<PictureBarProps, 'noun' | 'search' | 'onStep'>) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const found = text.trim() === '' ? [] : search(text.trim());
  useEffect(() => setPlace(0), [text]);
  const words =
    text.trim() === '' ? '' : found.length === 0 ? `no ${noun}` : `${Math.max(1, place)} of ${found.length}`;
  return (
    <form
      ref={form}
      class="pic-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (found.length === 0) return;
        const next = place % found.length;
        setPlace(next + 1);
        onStep(found[next]!);
      }}
    >
      <SearchField label={`Find a ${noun}`} value={text} onInput={setText} />
      <span class="soft" role="status">
        {words}
      </span>
    </form>
  );
}

/** Registers the keys of a picture, which the help lists. */
export function usePictureKeys({ onFinding, onWay, onZoom, onFit, onReset }: PictureKeys): void {
  useKey('n', () => onFinding(1), 'Next finding in the picture');
  useKey('p', () => onFinding(-1), 'Previous finding in the picture');
  useKey('.', () => onWay(1), 'Next step that the data of the finding takes');
  useKey(',', () => onWay(-1), 'Previous step that the data of the finding takes');
  useKey('+', () => onZoom(ZOOM), 'Zoom in');
  useKey('-', () => onZoom(1 / ZOOM), 'Zoom out');
  useKey('0', onReset, 'Natural size');
  useKey('f', onFit, 'Show the whole picture');
}

interface PictureKeys extends Pick<PictureBarProps, 'onFinding' | 'onWay' | 'onZoom' | 'onFit'> {
  readonly onReset: () => void;
}
