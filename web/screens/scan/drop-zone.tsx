/** Place to drop a file, or to choose one. */
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icons/icon.tsx';

/** Shows the place; its button is the file input of the browser. */
export function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way to the input in it.
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
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="workflows" size={28} />
      <p>Drop a workflow here, or</p>
      <label class="button button--primary">
        Choose a file
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file again is a change, too.
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p class="soft">.xaml, .json, .zip, .bprelease, .bpprocess · at most 2 MiB</p>
    </div>
  );
}
