/** End of a form over a thing that several people may edit: what others changed meanwhile, and the buttons. */
import type { Edit, Version } from '../../api/versions.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { KeyValues } from '../layout/key-values.tsx';
import { Button } from './button.tsx';

interface EditFooterProps<Thing> {
  readonly edit: Edit<Thing>;
  /** Members that this edit changes, with their new values. */
  readonly changes: Partial<Thing>;
  /** Names of members for people. */
  readonly labelOf: (member: keyof Thing & string) => string;
  /** Drops the edit; with a version, it is what another person has stored. */
  readonly onDiscard: (newer: Version<Thing> | null) => void;
}

/** Shows the buttons to store and to discard, and both values where two people changed one member. */
export function EditFooter<Thing extends object>(props: EditFooterProps<Thing>) {
  const { edit, changes, labelOf, onDiscard } = props;
  const members = Object.keys(changes) as (keyof Thing & string)[];
  const { newer } = edit;
  return (
    <div class="stack">
      {edit.error && <ErrorState error={edit.error} />}
      {newer && (
        <div class="notice" role="alert">
          <div class="notice-body">
            <p>Somebody else has changed this meanwhile.</p>
            <KeyValues
              entries={members.map((member) => [
                labelOf(member),
                `yours: ${shown(changes[member])}, theirs: ${shown(newer.thing[member])}`,
              ])}
            />
            <div class="row">
              <Button isBusy={edit.isBusy} onClick={() => void edit.save(newer)}>
                Keep mine
              </Button>
              <Button onClick={() => onDiscard(newer)}>Take theirs</Button>
            </div>
          </div>
        </div>
      )}
      {!newer && (
        <div class="row">
          <Button kind="primary" type="submit" isBusy={edit.isBusy} disabled={members.length === 0}>
            Save changes
          </Button>
          {members.length > 0 && (
            <Button kind="quiet" onClick={() => onDiscard(null)}>
              Discard changes
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.join(', ');
  return value === true ? 'yes' : value === false ? 'no' : String(value);
}
