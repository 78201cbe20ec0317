/** Place to drop files, or to choose them. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';

interface DropZoneProps {
  /** Sentence above the buttons. */
  readonly title: string;
  /** Kinds and sizes that are accepted. */
  readonly hint: ComponentChildren;
  /** Receives what was dropped. */
  readonly onDrop: (dropped: DataTransfer) => void;
  /** Receives the chosen files. */
  readonly onChoose: (files: readonly File[]) => void;
  /** True: several files, or a folder, may be chosen. */
  readonly takesFolders?: boolean;
}

/** Shows the place; its buttons are file inputs of the browser. */
export function DropZone({ title, hint, onDrop, onChoose, takesFolders = false }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way to the inputs in it.
    <div
      class="drop-zone"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (event.dataTransfer) onDrop(event.dataTransfer);
      }}
    >
      <Icon name="workflows" size={28} />
      <p>{title}</p>
      <div class="row">
        <FileInput
          isPrimary
          label={takesFolders ? 'Choose files' : 'Choose a file'}
          multiple={takesFolders}
          onChoose={onChoose}
        />
        {takesFolders && <FileInput label="Choose a folder" webkitdirectory onChoose={onChoose} />}
      </div>
      <p class="soft">{hint}</p>
    </div>
  );
}

interface FileInputProps {
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly multiple?: boolean;
  readonly webkitdirectory?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

function FileInput({ label, isPrimary = false, onChoose, ...attributes }: FileInputProps) {
  return (
    <label class={isPrimary ? 'button button--primary' : 'button'}>
      {label}
      <input
        {...attributes}
        class="visually-hidden"
        type="file"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file again is a change, too.
          event.currentTarget.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    </label>
  );
}
